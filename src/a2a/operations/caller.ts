import type { Principal } from '../identity/principal.js';

/** Who calls an operation, and whether they still listen. */
export interface Caller {
  readonly principal: Principal;
  /** Aborts when the caller has gone or the process shuts down; the task goes on. */
  readonly signal: AbortSignal;
}
