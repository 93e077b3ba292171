import type { TaskEvent, TaskKey, TaskStore } from '../datastore/ports/index.js';

/** Events per read: a reader that stands still holds at most one such page. */
const PAGE = 32;

/** What the readers of one task share in this process: its wake-ups, and each read of its log. */
export class TaskChannel {
  /** Rises with every wake-up. A reader remembers it before it reads, so that none is missed. */
  version = 0;
  /** Whether a wake-up has said that the task is at its end. */
  ended = false;

  private readonly waiting = new Set<() => void>();
  private reading?: {
    readonly after: number;
    readonly version: number;
    readonly events: Promise<TaskEvent[]>;
  };

  constructor(
    private readonly key: TaskKey,
    private readonly store: Pick<TaskStore, 'readEvents'>,
  ) {}

  wake(ended: boolean): void {
    this.version += 1;
    this.ended ||= ended;
    for (const resume of this.waiting) {
      resume();
    }
  }

  /** @returns the next events after a sequence number; one read serves all who ask for the same */
  read(after: number): Promise<TaskEvent[]> {
    if (this.reading?.after !== after || this.reading.version !== this.version) {
      const events = this.store.readEvents(this.key, after, PAGE);
      this.reading = { after, version: this.version, events };
      events.catch(() => (this.reading = undefined));
    }
    return this.reading.events;
  }

  /** Reads anew next time, although nothing said that there is anything new. */
  forget(): void {
    this.reading = undefined;
  }

  /**
   * Waits for a wake-up after the one seen.
   *
   * @returns true if woken, false when `patienceMs` passed or the signal aborted
   */
  async changed(seen: number, signal: AbortSignal, patienceMs: number): Promise<boolean> {
    if (this.version === seen && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const resume = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', resume);
          this.waiting.delete(resume);
          resolve();
        };
        const timer = setTimeout(resume, patienceMs);
        signal.addEventListener('abort', resume);
        this.waiting.add(resume);
      });
    }
    return this.version !== seen;
  }
}
