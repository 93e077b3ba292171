import { Inject, Injectable } from '@nestjs/common';
import {
  TASK_STORE,
  type LoadOptions,
  type TaskKey,
  type TaskRecord,
  type TaskStore,
} from '../../datastore/ports/index.js';
import { ownerOf, type Principal } from '../../identity/principal.js';
import { taskNotFound } from '../../protocol/index.js';

/** Loads tasks on behalf of a principal: somebody else's task is not found (section 13.1). */
@Injectable()
export class TaskAccess {
  constructor(@Inject(TASK_STORE) private readonly store: TaskStore) {}

  /** @throws A2AError TASK_NOT_FOUND for a task that is absent, and for one of another principal */
  async load(principal: Principal, taskId: string, options: LoadOptions): Promise<TaskRecord> {
    return this.loadByKey(keyOf(principal, taskId), options);
  }

  /** @throws A2AError TASK_NOT_FOUND if it is gone */
  async loadByKey(key: TaskKey, options: LoadOptions): Promise<TaskRecord> {
    const record = await this.store.load(key, options);
    if (!record) {
      throw taskNotFound(key.taskId);
    }
    return record;
  }
}

/** The key of a principal's task. */
export function keyOf(principal: Principal, taskId: string): TaskKey {
  return { owner: ownerOf(principal), taskId };
}
