import type { SchemeOptions } from './scheme-options.js';

/**
 * Schemes that must all be met, each with the scopes that it must have granted (section 4.5). `{}` asks for nothing:
 * it lets everybody in.
 */
export type RequirementOptions = Readonly<Record<string, readonly string[]>>;

/** What callers must prove. The card shows it and the guards enforce it, both compiled from this. */
export interface SecurityOptions {
  /** By the names that requirements and the card know them by. */
  readonly schemes: Readonly<Record<string, SchemeOptions>>;
  /** Alternatives, one of which a caller must meet; at least one. */
  readonly requirements: readonly RequirementOptions[];
}
