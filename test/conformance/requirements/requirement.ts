/** How much a row asks for, in the words of RFC 2119; `reading`: no keyword says it, we do it. */
export type Level = 'MUST' | 'SHOULD' | 'MAY' | 'reading';

/** A row of the protocol, in our words. */
export interface Requirement {
  /** Its section's letter and a number. */
  readonly id: string;
  readonly level: Level;
  /** Of the specification. */
  readonly section: string;
  readonly says: string;
  /** Why no test of a server can be about it. */
  readonly notOfServer?:
    | 'of clients'
    | 'of deployments'
    | 'of the binding gRPC'
    | 'of who writes an extension';
  /** What this server does not declare; the tests hold that it says so and refuses. */
  readonly whileNotDeclared?: 'push notifications';
}

/** Rows of a section, written as tuples so that they read as a table. */
export function rows(
  ...all: readonly (readonly [
    id: string,
    level: Level,
    section: string,
    says: string,
    more?: Pick<Requirement, 'notOfServer' | 'whileNotDeclared'>,
  ])[]
): readonly Requirement[] {
  return all.map(([id, level, section, says, more]) => ({ id, level, section, says, ...more }));
}
