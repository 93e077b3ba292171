/** Faults that a message names. */
const MAX_NAMED = 20;

/** One member of a skill's input that will not do. */
export interface InputFault {
  readonly field: string;
  readonly description: string;
  /** true: nothing was given for it, so it is worth asking. */
  readonly missing: boolean;
}

/** Input that a skill can not work with; its message is meant for the caller. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';

  constructor(readonly faults: readonly InputFault[]) {
    super(describe(faults));
  }

  /** Whether asking the caller can help: everything that is wrong is missing. */
  get isIncomplete(): boolean {
    return this.faults.every(({ missing }) => missing);
  }
}

function describe(faults: readonly InputFault[]): string {
  const lines = faults
    .slice(0, MAX_NAMED)
    .map(({ field, description }) => (field ? `${field}: ${description}` : description));
  const more = faults.length > MAX_NAMED ? `; and ${faults.length - MAX_NAMED} more` : '';
  return `Send the input as one data part. These members need mending: ${lines.join('; ')}${more}`;
}
