import type {
  Appended,
  Claim,
  NewTask,
  NewTaskEvent,
  TaskKey,
  TaskRecord,
  TaskStore,
} from '../../datastore/ports/index.js';
import type { JsonValue } from '../../protocol/index.js';

/** Where a turn's events and step results go. */
export interface TurnSink {
  append(events: readonly NewTaskEvent[]): Promise<Appended>;
  /** @returns false if the claim is no longer held */
  saveStep(step: string, result: JsonValue): Promise<boolean>;
}

/** The sink of a turn whose claim is held from the start. */
export class ClaimSink implements TurnSink {
  constructor(
    private readonly store: TaskStore,
    private readonly key: TaskKey,
    private readonly fence: number,
  ) {}

  append(events: readonly NewTaskEvent[]): Promise<Appended> {
    return this.store.append(this.key, { fence: this.fence }, events);
  }

  saveStep(step: string, result: JsonValue): Promise<boolean> {
    return this.store.saveStep(this.key, this.fence, step, result);
  }
}

/**
 * The sink of an inline turn whose task is not stored yet. The first events create it: when they end the
 * turn, that one write is all there is.
 */
export class OpeningSink implements TurnSink {
  /** The record as it was first stored; rejects if it could not be. */
  readonly opened: Promise<TaskRecord>;

  /** The fence of the claim, once the task is stored with one. */
  fence?: number;

  private resolve!: (record: TaskRecord) => void;
  private reject!: (reason: unknown) => void;
  private claimed?: ClaimSink;
  private opening?: Promise<TaskRecord>;

  constructor(
    private readonly store: TaskStore,
    private readonly task: NewTask,
    private readonly leaseMs: number,
    private readonly onClaim: (claim: Claim) => void,
  ) {
    this.opened = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.opened.catch(() => undefined);
  }

  /** Nothing more comes; whoever still waits for the task hears that there is none. */
  close(): void {
    this.reject(new Error('The turn was stopped before its task was stored.'));
  }

  async append(events: readonly NewTaskEvent[]): Promise<Appended> {
    if (this.claimed) {
      return this.claimed.append(events);
    }
    if (this.opening) {
      await this.opening;
      return this.afterOpening((claimed) => claimed.append(events), { outcome: 'fenced' });
    }
    const record = await this.open(events);
    return { outcome: 'appended', ...record };
  }

  async saveStep(step: string, result: JsonValue): Promise<boolean> {
    await (this.opening ?? this.open([]));
    return this.afterOpening((claimed) => claimed.saveStep(step, result), false);
  }

  /** The opening may have ended the turn already; then nothing more can be written. */
  private afterOpening<T>(write: (claimed: ClaimSink) => Promise<T>, ended: T): Promise<T> | T {
    return this.claimed ? write(this.claimed) : ended;
  }

  /** Whoever writes first opens the task; the others wait for that. */
  private open(events: readonly NewTaskEvent[]): Promise<TaskRecord> {
    this.opening = this.create(events);
    return this.opening;
  }

  private async create(events: readonly NewTaskEvent[]): Promise<TaskRecord> {
    try {
      const { record, claim } = await this.store.create(this.task, { events, leaseMs: this.leaseMs });
      if (claim) {
        this.fence = claim.fence;
        this.claimed = new ClaimSink(this.store, this.task.key, claim.fence);
        this.onClaim(claim);
      }
      this.resolve(record);
      return record;
    } catch (error) {
      this.reject(error);
      throw error;
    }
  }
}
