import { Injectable } from '@nestjs/common';
import type { Principal } from '../../identity/principal.js';
import { TaskAccess } from '../task/task-access.js';

/** Tasks looked for at the same time. */
const AT_ONCE = 10;

/** The tasks that a message refers to (section 3.4.3). */
@Injectable()
export class References {
  constructor(private readonly access: TaskAccess) {}

  /**
   * A skill may rely on it that whoever sent the message may see these tasks.
   *
   * @throws A2AError TASK_NOT_FOUND for one that is absent, and for one of another principal
   */
  async require(principal: Principal, taskIds: readonly string[] = []): Promise<void> {
    const distinct = [...new Set(taskIds)];
    for (let begin = 0; begin < distinct.length; begin += AT_ONCE) {
      await Promise.all(
        distinct
          .slice(begin, begin + AT_ONCE)
          .map((id) => this.access.load(principal, id, { artifacts: false, historyLength: 0 })),
      );
    }
  }
}
