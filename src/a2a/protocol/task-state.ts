import type { TaskState } from './model/task.js';

/** States in which a task is at its end for good. */
export const TERMINAL_STATES: ReadonlySet<TaskState> = new Set([
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_REJECTED',
]);

/** States in which a task waits for its caller. */
export const INTERRUPTED_STATES: ReadonlySet<TaskState> = new Set([
  'TASK_STATE_INPUT_REQUIRED',
  'TASK_STATE_AUTH_REQUIRED',
]);

/** States that a message, a cancel or an expiry may still change. */
export const OPEN_STATES: readonly TaskState[] = [
  'TASK_STATE_SUBMITTED',
  'TASK_STATE_WORKING',
  'TASK_STATE_INPUT_REQUIRED',
  'TASK_STATE_AUTH_REQUIRED',
];

/** Whether nothing can happen to a task in this state any more (section 4.1.3). */
export function isTerminal(state: TaskState): boolean {
  return TERMINAL_STATES.has(state);
}

/** Whether a turn that reaches this state is over: the task ended, or waits for its caller. */
export function endsTurn(state: TaskState): boolean {
  return isTerminal(state) || INTERRUPTED_STATES.has(state);
}
