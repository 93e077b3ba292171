import type {
  Appended,
  Claim,
  Created,
  Delivery,
  NewTask,
  NewTaskEvent,
  TaskStore,
} from '../../../datastore/ports/index.js';
import type { JsonValue } from '../../../protocol/index.js';
import type { Persistence } from './persistence.js';
import { ClaimSink, type TurnSink } from './turn-sink.js';

/** What an {@link OpeningSink} opens. */
export interface UnstoredTask {
  readonly task: NewTask;
  /** Set when the message must not open a second task. */
  readonly delivery?: Delivery;
  readonly leaseMs: number;
}

/**
 * The sink of an inline turn whose task is not stored yet. The first events create it: when they end the
 * turn, that one write is all there is.
 */
export class OpeningSink implements TurnSink {
  /** What became of the task when it was stored; rejects if it could not be. */
  readonly opened: Promise<Created>;

  /** The fence of the claim, once the task is stored with one. */
  fence?: number;

  private resolve!: (created: Created) => void;
  private reject!: (reason: unknown) => void;
  private claimed?: ClaimSink;
  private opening?: Promise<Created>;

  constructor(
    private readonly store: TaskStore,
    private readonly unstored: UnstoredTask,
    private readonly persistence: Persistence,
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
    const created = await this.open(events);
    return created.outcome === 'created' ? { outcome: 'appended', ...created.record } : created;
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
  private open(events: readonly NewTaskEvent[]): Promise<Created> {
    this.opening = this.create(events);
    return this.opening;
  }

  private async create(events: readonly NewTaskEvent[]): Promise<Created> {
    const { task, leaseMs, delivery } = this.unstored;
    try {
      const created = await this.store.create(task, { events, leaseMs, delivery });
      const claim = created.outcome === 'created' ? created.claim : undefined;
      if (claim) {
        this.fence = claim.fence;
        this.claimed = new ClaimSink(this.store, task.key, claim.fence, this.persistence);
        this.onClaim(claim);
      }
      this.resolve(created);
      return created;
    } catch (error) {
      this.reject(error);
      throw error;
    }
  }
}
