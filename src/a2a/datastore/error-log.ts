/** Errors of one source are told at most once in this time: an outage makes hundreds. */
const QUIET_MS = 10_000;

/** Writes lines about errors that come in floods. */
export class ErrorLog {
  private silent = false;
  private readonly sources = new Map<string, { quietUntil: number; skipped: number }>();

  /** @param write takes a line */
  constructor(private readonly write: (line: string) => void) {}

  /** @returns a listener for the `error` events of this source */
  of(source: string): (error: Error) => void {
    return (error) => this.report(source, error);
  }

  /** Writes nothing from now on: connections that end because they are closed may call it an error. */
  silence(): void {
    this.silent = true;
  }

  private report(source: string, error: Error): void {
    if (this.silent) return;
    const now = Date.now();
    const state = this.sources.get(source) ?? { quietUntil: 0, skipped: 0 };
    this.sources.set(source, state);
    if (now < state.quietUntil) {
      state.skipped += 1;
      return;
    }
    const more = state.skipped > 0 ? ` (and ${state.skipped} more errors since the last line)` : '';
    state.quietUntil = now + QUIET_MS;
    state.skipped = 0;
    this.write(`${source}: ${messageOf(error)}${more}`);
  }
}

/** Node's error for a host with several addresses has no message of its own. */
function messageOf(error: Error): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors
      .map((inner: unknown) => (inner instanceof Error ? inner.message : String(inner)))
      .join('; ');
  }
  return error.message;
}
