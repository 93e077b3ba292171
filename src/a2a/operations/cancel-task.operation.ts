import { Inject, Injectable } from '@nestjs/common';
import { TASK_STORE, type TaskStore } from '../datastore/ports/index.js';
import { A2AError, type CancelTaskRequest, isTerminal, OPEN_STATES, type Task } from '../protocol/index.js';
import type { Caller } from './caller.js';
import { TaskAccess } from './task/task-access.js';

/** CancelTask (section 3.1.5). */
@Injectable()
export class CancelTask {
  constructor(
    private readonly access: TaskAccess,
    @Inject(TASK_STORE) private readonly store: TaskStore,
  ) {}

  /**
   * The task is CANCELED first; whoever works on it is told afterwards and can write no more.
   *
   * @throws A2AError TASK_NOT_FOUND, TASK_NOT_CANCELABLE
   */
  async execute({ principal }: Caller, { id, metadata }: CancelTaskRequest): Promise<Task> {
    const { key, task } = await this.access.load(principal, id, { artifacts: false, historyLength: 0 });
    if (isTerminal(task.status.state)) {
      throw notCancelable(id, task.status.state);
    }
    const canceled = { status: { state: 'TASK_STATE_CANCELED' as const }, ...(metadata ? { metadata } : {}) };
    const result = await this.store.append(key, { expect: OPEN_STATES }, [{ statusUpdate: canceled }]);
    if (result.outcome === 'ended') {
      throw notCancelable(id, result.state);
    }
    return (await this.access.loadByKey(key, { artifacts: true })).task;
  }
}

function notCancelable(taskId: string, state: string): A2AError {
  return new A2AError('TASK_NOT_CANCELABLE', `The task has ended already: ${state}.`, { taskId, state });
}
