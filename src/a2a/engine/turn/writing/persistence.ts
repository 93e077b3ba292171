import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { DatastoreUnavailable } from '../../../datastore/datastore-error.js';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
/** A store that is there answers far sooner. */
const STALLED_AFTER_MS = 250;

/**
 * Keeps a turn alive while the store is away: what it writes is tried again until the store has it, so that an
 * outage costs time and no attempt. Only for writes that may come twice.
 */
export class Persistence {
  private readonly logger = new Logger('Turn');
  private waiting = 0;
  /** When the writes that are under way were begun. */
  private readonly begun = new Set<{ readonly at: number }>();

  /**
   * @param place what the log calls the turn
   * @param ended aborts when the turn may write no more
   */
  constructor(
    private readonly place: string,
    private readonly ended: AbortSignal,
  ) {}

  /** Whether a write waits for the store to come back, or has waited for so long that it probably does. */
  get stalled(): boolean {
    const [oldest] = this.begun;
    return this.waiting > 0 || (oldest !== undefined && performance.now() - oldest.at > STALLED_AFTER_MS);
  }

  /** @throws what the write throws, unless that the store is away; that too once the turn may write no more */
  async write<T>(work: () => Promise<T>): Promise<T> {
    const write = { at: performance.now() };
    this.begun.add(write);
    try {
      return await this.persist(work);
    } finally {
      this.begun.delete(write);
    }
  }

  private async persist<T>(work: () => Promise<T>): Promise<T> {
    let pauseMs = FIRST_PAUSE_MS;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof DatastoreUnavailable) || this.ended.aborted) {
          throw error;
        }
        if (pauseMs === FIRST_PAUSE_MS) {
          this.logger.warn(`The datastore is away; writing is tried again (${this.place}): ${error.message}`);
        }
      }
      await this.pause(pauseMs);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
  }

  private async pause(ms: number): Promise<void> {
    this.waiting += 1;
    try {
      await delay(ms, undefined, { signal: this.ended });
    } catch {
      // The turn has ended; the next failure is the last.
    } finally {
      this.waiting -= 1;
    }
  }
}
