import { z } from 'zod';

/** A JSON Schema of draft 2020-12, as far as documents of ours look into one. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema;
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly [keyword: string]: unknown;
}

/**
 * The JSON Schemas of messages, in their canonical form: what one of these accepts, our parsers accept. They take a
 * little more, as ProtoJSON readers do: null for unset, names in snake_case, numbers of enums. Members that a
 * schema does not name are ignored, and so allowed.
 *
 * @param messages zod schemas by the names that references are to use
 * @param refTo where the schema of this name will stand
 */
export function jsonSchemasOf<Name extends string>(
  messages: Readonly<Record<Name, z.ZodType>>,
  refTo: (name: string) => string,
): Record<Name, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries<z.ZodType>(messages)) {
    registry.add(schema, { id });
  }
  // What a checked value may be made of is said beside the check; what transforms make of it is not what is sent.
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    unrepresentable: 'any',
    uri: refTo,
    override: ({ jsonSchema }) => dropEmpty(jsonSchema),
  });
  const plain = Object.entries(schemas).map(([name, { $id: _id, $schema: _dialect, ...schema }]) => [
    name,
    schema,
  ]);
  return Object.fromEntries(plain) as Record<Name, JsonSchema>;
}

/** Takes away what says nothing: every list has at least no members, and every name is a string. */
function dropEmpty(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.minItems === 0) {
    delete schema.minItems;
  }
  delete schema.propertyNames;
}
