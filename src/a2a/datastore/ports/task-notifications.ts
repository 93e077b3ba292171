/** What woke a watcher. */
export interface WakeUp {
  /** true: the task has reached a terminal state. */
  readonly ended: boolean;
}

/**
 * Wake-ups for those who watch a task, on any replica. A hint only: one may be lost or doubled, so a
 * watcher reads the log after it subscribed, after each wake-up, and now and then without one.
 */
export interface TaskNotifications {
  /** @returns a function that ends the subscription */
  subscribe(taskId: string, onWakeUp: (wakeUp: WakeUp) => void): () => void;
}

/** The injection token of the {@link TaskNotifications}. */
export const TASK_NOTIFICATIONS = Symbol('nest-a2a:TaskNotifications');
