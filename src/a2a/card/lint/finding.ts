/** An error keeps callers away or endangers the agent; a warning is worth a look. */
export type Severity = 'error' | 'warning';

/** Where the card is used: what is usual on a developer's machine may be a fault in production. */
export type LintEnvironment = 'production' | 'development';

/** What a card is looked at for. */
export interface LintOptions {
  readonly environment: LintEnvironment;
  /** Where interfaces should be, such as `https://agents.example.com`; others are warned of. Unset: anywhere. */
  readonly expectedOrigin?: string;
  /** Rules that are not looked at; a card that is too large to be looked at is told of all the same. */
  readonly off?: ReadonlySet<string>;
}

/** Something that is wrong with a card. */
export interface Finding {
  /** The rule's name, one of `RULES`. */
  readonly rule: string;
  readonly severity: Severity;
  /** Where in the card, as a JSON pointer (RFC 6901); empty for the card itself. */
  readonly pointer: string;
  /** What is wrong and what to do about it; holds no secret of the card. */
  readonly message: string;
}
