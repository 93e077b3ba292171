import type { JsonValue, Task, TaskState } from '../../protocol/index.js';
import type { Delivered, Delivery } from './deliveries.js';
import type {
  Claim,
  ExpiredTask,
  NewTask,
  NewTaskEvent,
  OverdueTurn,
  TaskEvent,
  TaskInspection,
  TaskKey,
  TaskRecord,
} from './task-record.js';

/**
 * Who may append. With a `fence`: the holder of the turn's claim. With `expect`: a writer without a claim
 * (cancel, expiry, recovery, a new message); refused unless the task is in one of these states.
 */
export type AppendGuard =
  | {
      readonly fence: number;
      /**
       * Numbers the claim's appends: 1, 2, 3 ... The one that was stored last may be sent again with its
       * number, after an answer that was lost: nothing is written twice, and the outcome is `appended`. One whose
       * number leaves a gap is refused (`fenced`): the store has lost what came before it.
       */
      readonly batch?: number;
    }
  | {
      readonly expect: readonly TaskState[];
      /** Refuses (`unexpected`) while a turn is open. */
      readonly idle?: boolean;
      /** Makes the message known as delivered; refuses with `delivered` what has come before. */
      readonly delivery?: Delivery;
      /** Refuses a message (`full`) when as many turns wait beside the running one. */
      readonly maxWaitingTurns?: number;
      /** Sets the skill of a task; for one whose caller was asked which skill is meant. */
      readonly skillId?: string;
    };

/** What became of an append; only `appended` changed anything. */
export type Appended =
  /** `sequence` is the number of the last event written, `turn` the newest turn of the task. */
  | {
      readonly outcome: 'appended';
      readonly sequence: number;
      readonly turn: number;
      readonly turnsEnded: number;
    }
  /** A newer claim, or the end of the turn, has taken the right to write. */
  | { readonly outcome: 'fenced' }
  /** The task is at its end. */
  | { readonly outcome: 'ended'; readonly state: TaskState }
  /** The task is in none of the expected states. */
  | { readonly outcome: 'unexpected'; readonly state: TaskState }
  /** COMPLETED came while another turn waits: end this turn with SUBMITTED instead. */
  | { readonly outcome: 'waiting' }
  /** As many turns wait as may wait. */
  | { readonly outcome: 'full' }
  /** A message with this id has come before. */
  | { readonly outcome: 'delivered'; readonly delivered: Delivered }
  | { readonly outcome: 'unknown' };

/** What became of a `create`; only `created` changed anything. */
export type Created =
  /** The record after the opening, and the claim if one was asked for. */
  | { readonly outcome: 'created'; readonly record: TaskRecord; readonly claim?: Claim }
  /** A message with this id has come before. */
  | { readonly outcome: 'delivered'; readonly delivered: Delivered };

/** What became of a claim. */
export type Claimed =
  | { readonly outcome: 'claimed'; readonly claim: Claim }
  /** The turn is over, so that a second run of its job is harmless. */
  | { readonly outcome: 'ended' }
  /** Another attempt holds an unexpired lease, or an earlier turn is not over yet. */
  | { readonly outcome: 'busy' }
  /** The task was stored by a newer version of this program, which alone may run it. */
  | { readonly outcome: 'newer' }
  | { readonly outcome: 'unknown' };

/** Names a claim. */
export interface HeldClaim {
  readonly key: TaskKey;
  readonly fence: number;
}

/** How a new task begins. */
export interface Opening {
  /**
   * Events that follow the SUBMITTED status, which is always the first. When they end the turn, the task
   * is stored once with all of them, and needs no claim.
   */
  readonly events?: readonly NewTaskEvent[];
  /** Claims the first turn at once (inline runs), for this long. */
  readonly leaseMs?: number;
  /** Makes the first message known as delivered; the task's id must be of the message's bucket. */
  readonly delivery?: Delivery;
}

/** Which parts of a task a reader wants. */
export interface LoadOptions {
  /** At most this many of the newest messages; undefined = all, 0 = the member is absent. */
  readonly historyLength?: number;
  readonly artifacts: boolean;
}

/** A position in a list: tasks after it are older, or equally old with a smaller id. */
export interface ListCursor {
  /** Epoch milliseconds of the status. */
  readonly statusAt: number;
  readonly taskId: string;
}

/** Which tasks of one owner to list, newest status first, then by descending id. */
export interface ListQuery extends LoadOptions {
  readonly owner: string;
  readonly contextId?: string;
  readonly state?: TaskState;
  /** Inclusive, epoch milliseconds. */
  readonly statusAtOrAfter?: number;
  readonly limit: number;
  readonly after?: ListCursor;
  /**
   * Where history or artifacts are asked for: the page ends before the task with which they would come to more, in
   * bytes as they are stored; the first task is on it in any case. No bound unless given.
   */
  readonly maxBytes?: number;
}

/** One page of a list; it may hold fewer tasks than its limit although others follow. */
export interface TaskPage {
  readonly tasks: readonly Task[];
  /** Absent on the last page. */
  readonly next?: ListCursor;
  /** All tasks that match the filters, before paging; exact up to {@link TOTAL_BOUND}, and never above it. */
  readonly total: number;
}

/** Counting stops here, so that a page costs the same however many tasks there are. */
export const TOTAL_BOUND = 10_000;

/** What the sweep wants to look at. */
export interface DueQuery {
  readonly limit: number;
  /** What is handed out comes back after this long unless it was seen to by then. */
  readonly recheckMs: number;
  /** How old the status of a task may become while no turn is open on it; states that are absent never expire. */
  readonly maxAgeMs: Readonly<Partial<Record<TaskState, number>>>;
}

/** What the sweep has to look at. */
export interface DueTasks {
  /** Turns that nobody works on: the lease has run out, or they waited too long in the queue. */
  readonly overdue: readonly OverdueTurn[];
  readonly expired: readonly ExpiredTask[];
  /** Whether there may be more. */
  readonly more: boolean;
}

/** The format of what this version stores. It changes when an older version could not read it any more. */
export const STORED_FORMAT = 1;

/**
 * Tasks and their event logs. Every adapter passes the suite in `test/contract`.
 *
 * Each method is one atomic step. Time is the store's own clock and never goes backwards within a task.
 * Whatever an append or a create writes wakes the task's watchers (`TaskNotifications`) after it is stored.
 * All methods throw DatastoreUnavailable while the store can not be reached.
 */
export interface TaskStore {
  /**
   * Stores a SUBMITTED task whose log begins with that status, and the message as its history. It is listed
   * as soon as this has returned.
   */
  create(task: NewTask, opening?: Opening): Promise<Created>;

  /**
   * Takes the next fence for a turn: turns run one after the other, one attempt at a time.
   *
   * @param leaseMs how long the claim holds unless renewed
   */
  claim(key: TaskKey, turn: number, leaseMs: number): Promise<Claimed>;

  /** Extends the leases of these claims. @returns those that are no longer held, as they were given */
  renew<C extends HeldClaim>(claims: readonly C[], leaseMs: number): Promise<C[]>;

  /**
   * Gives a claim back without ending the turn: a retry follows, or another worker takes over.
   *
   * @param resumeInMs after this long recovery may take the turn up if nobody else has
   * @param countAttempt false: the attempt was not the handler's fault (shutdown) and does not count
   */
  release(claim: HeldClaim, resumeInMs: number, countAttempt: boolean): Promise<void>;

  /**
   * Appends events under the guard: gapless numbers, terminal rule and snapshot in one step. A status that
   * is terminal or interrupted ends the turn and the claim, as SUBMITTED does: it hands the task to the
   * turn that waits. A terminal one also raises the fence, and
   * artifacts of this turn that its last attempt did not write leave the snapshot. A `message` from a
   * writer without a claim opens the task's next turn.
   */
  append(key: TaskKey, guard: AppendGuard, events: readonly NewTaskEvent[]): Promise<Appended>;

  /** @returns undefined if the owner has no such task */
  load(key: TaskKey, options: LoadOptions): Promise<TaskRecord | undefined>;

  list(query: ListQuery): Promise<TaskPage>;

  /** Deletes a task with its log, artifacts and steps. @returns false if there was none */
  delete(key: TaskKey): Promise<boolean>;

  /**
   * @returns at most `limit` events after this sequence number, in order, and no more once they have come to
   *   1 MiB; empty for an unknown task
   */
  readEvents(key: TaskKey, after: number, limit: number): Promise<TaskEvent[]>;

  /** Stores a step's result. @returns false if the fence is no longer the current one */
  saveStep(key: TaskKey, fence: number, step: string, result: JsonValue): Promise<boolean>;

  /** Each overdue turn is handed to one caller only; an expired task may be handed to several. */
  takeDue(query: DueQuery): Promise<DueTasks>;

  /** Counts a re-queue of a turn. @returns the new count, or undefined if the turn is over */
  requeue(key: TaskKey, turn: number): Promise<number | undefined>;

  /**
   * How many of this owner's tasks have a turn that nobody has begun (SUBMITTED).
   *
   * @param atMost counting stops here
   */
  countWaiting(owner: string, atMost: number): Promise<number>;

  /** For operators: the tasks with this id, whoever owns them. May read everything that is stored. */
  locate(taskId: string): Promise<TaskKey[]>;

  /** For operators. @returns undefined if there is no such task */
  inspect(key: TaskKey): Promise<TaskInspection | undefined>;

  /** Ends every lease now: only for a process that knows that it is the only one. @returns how many */
  expireLeases(): Promise<number>;
}

/** The injection token of the {@link TaskStore}. */
export const TASK_STORE = Symbol('nest-a2a:TaskStore');
