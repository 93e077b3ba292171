import type { Appended, NewTaskEvent } from '../../../datastore/ports/index.js';
import { TurnLost } from './turn-lost.js';
import type { TurnSink } from './turn-sink.js';

/** Events that come within this time of each other share one append. */
const COALESCE_MS = 20;
/** Above this many buffered bytes an append no longer waits, and writers that can wait should. */
const FULL_BYTES = 64 * 1024;

/** What an append that was written tells. */
export type Written = Extract<Appended, { outcome: 'appended' }>;

/** Gathers a turn's events and appends them in order, a batch at a time. */
export class TurnWriter {
  /** Events that wait to be appended. */
  pendingEvents = 0;
  /** Their size as JSON, in bytes (characters, where they are not ASCII). */
  pendingBytes = 0;

  private buffer: NewTaskEvent[] = [];
  private flushing?: Promise<void>;
  private timer?: NodeJS.Timeout;
  private lastFlushAt = 0;
  private lost?: TurnLost;

  /**
   * @param onLost called once when the first append is refused or fails
   * @param holdMs nothing is appended for this long unless the turn ends before
   */
  constructor(
    private readonly sink: TurnSink,
    private readonly onLost: (reason: TurnLost) => void,
    holdMs = 0,
  ) {
    this.lastFlushAt = Date.now() + holdMs - COALESCE_MS;
  }

  /**
   * Takes an event; it is appended soon, after all that were taken before.
   *
   * @throws TypeError for one that has no JSON form
   */
  write(event: NewTaskEvent): void {
    if (this.lost) {
      return;
    }
    // Before the event is taken: what has no JSON must not spoil those beside it.
    const size = JSON.stringify(event).length;
    this.buffer.push(event);
    this.pendingEvents += 1;
    this.pendingBytes += size;
    this.schedule();
  }

  /** Resolves when there is room for more. @throws TurnLost when nothing can be written any more */
  async room(): Promise<void> {
    while (this.pendingBytes >= FULL_BYTES && !this.lost) {
      await this.flush();
    }
  }

  /** Appends everything taken so far. @throws TurnLost if it was refused */
  async flush(): Promise<void> {
    while (this.flushing) {
      await this.flushing;
    }
    if (this.lost) {
      throw this.lost;
    }
    if (this.buffer.length > 0) {
      this.flushing = this.appendBuffer().finally(() => (this.flushing = undefined));
      await this.flushing;
      if (this.lost) {
        throw this.lost as TurnLost;
      }
    }
  }

  /**
   * Appends everything with a last event in one step.
   *
   * @param handOver the last event if another turn waits, so that the task can not be completed yet
   * @throws TurnLost if it was refused
   */
  async finish(last: NewTaskEvent, handOver: NewTaskEvent): Promise<Written> {
    while (this.flushing) {
      await this.flushing;
    }
    clearTimeout(this.timer);
    if (this.lost) {
      throw this.lost;
    }
    const events = [...this.buffer, last];
    this.buffer = [];
    const result = await this.append(events);
    return result.outcome === 'waiting' ? this.finishWith([...events.slice(0, -1), handOver]) : result;
  }

  private async finishWith(events: NewTaskEvent[]): Promise<Written> {
    const result = await this.append(events);
    if (result.outcome === 'waiting') {
      throw new TurnLost('The turn could neither complete the task nor hand it over.');
    }
    return result;
  }

  /** Drops what has not been appended yet. */
  discard(): void {
    clearTimeout(this.timer);
    this.lost ??= new TurnLost('The attempt was given up.');
    this.buffer = [];
  }

  private schedule(): void {
    if (this.timer || this.flushing) {
      return;
    }
    const wait = Math.max(0, this.lastFlushAt + COALESCE_MS - Date.now());
    const held = Date.now() < this.lastFlushAt;
    this.timer = setTimeout(
      () => {
        this.timer = undefined;
        this.flush().catch(() => undefined);
      },
      !held && this.pendingBytes >= FULL_BYTES ? 0 : wait,
    );
  }

  private async appendBuffer(): Promise<void> {
    const events = this.buffer;
    this.buffer = [];
    try {
      await this.append(events);
    } catch {
      return;
    }
    if (this.buffer.length > 0) {
      // `flushing` is still set here, so schedule after it has been cleared.
      setImmediate(() => this.schedule());
    }
  }

  private async append(events: NewTaskEvent[]): Promise<Written | Extract<Appended, { outcome: 'waiting' }>> {
    const bytes = this.pendingBytes;
    const count = events.length;
    this.lastFlushAt = Date.now();
    try {
      const result = await this.sink.append(events);
      if (result.outcome === 'appended' || result.outcome === 'waiting') {
        return result;
      }
      throw new TurnLost(`The claim was lost: ${result.outcome}.`);
    } catch (error) {
      this.lost ??=
        error instanceof TurnLost ? error : new TurnLost('The datastore failed.', { cause: error });
      this.onLost(this.lost);
      throw this.lost;
    } finally {
      this.pendingEvents = Math.max(0, this.pendingEvents - count);
      this.pendingBytes = Math.max(0, this.pendingBytes - bytes);
    }
  }
}
