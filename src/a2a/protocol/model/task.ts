import type { Artifact } from './artifact.js';
import type { JsonObject } from './json.js';
import type { Message } from './message.js';

/** The states of a task (section 4.1.3). UNSPECIFIED is never emitted and so does not exist here. */
export const TASK_STATES = [
  'TASK_STATE_SUBMITTED',
  'TASK_STATE_WORKING',
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_INPUT_REQUIRED',
  'TASK_STATE_REJECTED',
  'TASK_STATE_AUTH_REQUIRED',
] as const;

/** One of {@link TASK_STATES}. */
export type TaskState = (typeof TASK_STATES)[number];

/** Where a task stands (section 4.1.2). */
export interface TaskStatus {
  state: TaskState;
  message?: Message;
  /** ISO 8601, UTC, milliseconds. */
  timestamp?: string;
}

/** A unit of work (section 4.1.1). */
export interface Task {
  id: string;
  contextId: string;
  status: TaskStatus;
  artifacts?: Artifact[];
  history?: Message[];
  metadata?: JsonObject;
}
