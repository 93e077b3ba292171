import type { Principal } from '../../identity/principal.js';
import type {
  JsonObject,
  JsonValue,
  Message,
  Task,
  TaskArtifactUpdateEvent,
  TaskState,
  TaskStatusUpdateEvent,
} from '../../protocol/index.js';

/** Names a task; both members stand in every key and query. */
export interface TaskKey {
  readonly owner: string;
  readonly taskId: string;
}

/**
 * What a writer puts into a task's log. Task and context ids, sequence numbers and times are the store's
 * to add. A `statusUpdate` that keeps the state and carries no message is news about the work (progress):
 * its metadata joins the task's metadata, while status and list order stay.
 */
export type NewTaskEvent =
  | { statusUpdate: Omit<TaskStatusUpdateEvent, 'taskId' | 'contextId'> }
  | { artifactUpdate: Omit<TaskArtifactUpdateEvent, 'taskId' | 'contextId'> }
  | {
      message: Message;
      /** See {@link NewTask.acceptedOutputModes}; kept for the turn, and no part of the log. */
      acceptedOutputModes?: readonly string[];
      /** Who sends it, with what the credentials of this message grant; kept likewise. Unset: as the task's. */
      principal?: Principal;
    };

/** One entry of a task's log. */
export interface TaskEvent {
  /** 1, 2, 3 ... without a gap. */
  readonly sequence: number;
  /** Epoch milliseconds of the store's clock; never smaller than the entry before. */
  readonly at: number;
  /** The turn that wrote it; the first turn is 1. */
  readonly turn: number;
  readonly body:
    | { statusUpdate: TaskStatusUpdateEvent }
    | { artifactUpdate: TaskArtifactUpdateEvent }
    | { message: Message };
}

/** A task as it stands at one sequence number. */
export interface TaskRecord {
  readonly key: TaskKey;
  /** ProtoJSON shape. `history` and `artifacts` only as asked for; `artifacts` is absent when empty. */
  readonly task: Task;
  readonly skillId: string;
  /** The number of the last event that this record holds. */
  readonly sequence: number;
  /** The number of turns accepted so far. */
  readonly turn: number;
  /** The number of turns that are over; turns run one after the other. */
  readonly turnsEnded: number;
}

/** What `create` needs to know. */
export interface NewTask {
  readonly key: TaskKey;
  readonly contextId: string;
  readonly skillId: string;
  /** Frozen into the task: its first turn is worked on for this principal. */
  readonly principal: Principal;
  /** The first message, with its task and context ids set. */
  readonly message: Message;
  readonly metadata?: JsonObject;
  /** The media types that the sender of the first message takes; empty or absent: anything. */
  readonly acceptedOutputModes?: readonly string[];
}

/** The right to write one turn of a task, and all that is needed to run it. */
export interface Claim {
  /** Writes with an older fence are refused from now on. */
  readonly fence: number;
  /** 1 for the first attempt at this turn. */
  readonly attempt: number;
  /** Milliseconds since the first attempt at this turn began, by the store's clock; 0 for the first one. */
  readonly runningMs: number;
  readonly turn: number;
  /** Who sent that message, with what the credentials granted then. */
  readonly principal: Principal;
  /** The message that opened the turn. */
  readonly message: Message;
  /** The media types that its sender takes; empty: anything. */
  readonly acceptedOutputModes: readonly string[];
  /** The whole task: history and artifacts included. */
  readonly record: TaskRecord;
  /** Results of the steps that finished in earlier attempts at this turn, by key. */
  readonly steps: ReadonlyMap<string, JsonValue>;
}

/** A turn whose lease has run out, or that nobody has taken up in time. */
export interface OverdueTurn {
  readonly key: TaskKey;
  readonly skillId: string;
  readonly turn: number;
  /** Attempts begun so far. */
  readonly attempts: number;
  /** How often the turn has been queued again so far. */
  readonly requeues: number;
  readonly state: TaskState;
}

/** A task on which no turn is open, and whose status is older than tasks of its state may be. */
export interface ExpiredTask {
  readonly key: TaskKey;
  readonly skillId: string;
  readonly state: TaskState;
}

/** What an operator sees of a task beside what its owner does. */
export interface TaskInspection {
  readonly key: TaskKey;
  readonly skillId: string;
  readonly state: TaskState;
  readonly sequence: number;
  readonly turn: number;
  readonly turnsEnded: number;
  readonly fence: number;
  /** Until the claim's lease runs out, in milliseconds; negative: since then. Absent: nobody holds a claim. */
  readonly leaseMs?: number;
  /** Until recovery looks at the task, in milliseconds; negative: since then. Absent: no turn is open. */
  readonly dueMs?: number;
  /** The turns that are not over. */
  readonly openTurns: readonly {
    readonly turn: number;
    readonly attempts: number;
    readonly requeues: number;
  }[];
  /** The steps that have finished in the turn that runs, by key. */
  readonly steps: readonly { readonly key: string; readonly bytes: number }[];
}
