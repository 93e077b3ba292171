import type { Task } from '../../protocol/index.js';

/**
 * The task with at most this many of its newest messages (section 3.2.4).
 *
 * @param historyLength undefined = all; 0 = the member is left out
 */
export function withHistory(task: Task, historyLength: number | undefined): Task {
  const { history, ...rest } = task;
  if (!history || historyLength === undefined) {
    return task;
  }
  return historyLength === 0 ? rest : { ...rest, history: history.slice(-historyLength) };
}
