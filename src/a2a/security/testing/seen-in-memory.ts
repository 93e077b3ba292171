import type { SeenOnce } from '../../datastore/ports/security/seen-once.js';

/** Remembers in this process, by a clock of the test's, what a datastore would remember for all replicas. */
export class SeenInMemory implements SeenOnce {
  private readonly until = new Map<string, number>();

  /** @param now the time in epoch milliseconds */
  constructor(private readonly now: () => number = Date.now) {}

  first(kind: string, id: string, ttlMs: number): Promise<boolean> {
    const name = `${kind} ${id}`;
    const isFirst = (this.until.get(name) ?? 0) <= this.now();
    if (isFirst) {
      this.until.set(name, this.now() + ttlMs);
    }
    return Promise.resolve(isFirst);
  }
}
