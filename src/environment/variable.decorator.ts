/** What a reader of the configuration needs to know of a variable. */
export interface VariableDescription {
  /** One sentence for the configuration table. */
  readonly description: string;
  /** What applies when it is not set, in words. */
  readonly default: string;
  /** A value for `.env.example`. */
  readonly example: string;
}

/** A described variable under its name. */
export interface VariableDocument extends VariableDescription {
  readonly name: string;
}

const documents = new WeakMap<object, VariableDocument[]>();

/** Describes the variable of the environment that has the property's name. */
export function Variable(description: VariableDescription): PropertyDecorator {
  return (target, name) => {
    documents.set(target, [...(documents.get(target) ?? []), { name: String(name), ...description }]);
  };
}

/** The variables that a class describes, in the order of its properties; then those of the class that it extends. */
export function variablesOf(type: { prototype: object }): readonly VariableDocument[] {
  const described: VariableDocument[] = [];
  for (let at: object | null = type.prototype; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    described.push(...(documents.get(at) ?? []));
  }
  return described;
}
