import { Injectable } from '@nestjs/common';
import type { GetTaskRequest, Task } from '../protocol/index.js';
import type { Caller } from './caller.js';
import { TaskAccess } from './task/task-access.js';

/** GetTask (section 3.1.3). */
@Injectable()
export class GetTask {
  constructor(private readonly access: TaskAccess) {}

  /** @throws A2AError TASK_NOT_FOUND */
  async execute({ principal }: Caller, { id, historyLength }: GetTaskRequest): Promise<Task> {
    const { task } = await this.access.load(principal, id, { artifacts: true, historyLength });
    return task;
  }
}
