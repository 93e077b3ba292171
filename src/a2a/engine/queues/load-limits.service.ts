import { Inject, Injectable, Logger } from '@nestjs/common';
import { TASK_STORE, type TaskStore } from '../../datastore/ports/index.js';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import { type Limits, limitsOf } from '../../options/limits.js';
import { RetryLaterError } from '../../protocol/index.js';
import type { SkillDefinition } from '../../skills/registry/skill-definition.js';
import { SkillQueues } from './skill-queues.service.js';

/** What a caller should wait before it tries again. */
const RETRY_AFTER_MS = 10_000;

/** Keeps queues, and what one principal has in them, within bounds. */
@Injectable()
export class LoadLimits {
  private readonly logger = new Logger(LoadLimits.name);
  private readonly limits: Limits;

  constructor(
    private readonly queues: SkillQueues,
    @Inject(TASK_STORE) private readonly store: TaskStore,
    @Inject(A2A_OPTIONS) options: A2AOptions,
  ) {
    this.limits = limitsOf(options);
  }

  /**
   * Lets a new task in, or refuses it before anything is stored. What queues hold is known to within a second, so
   * that at most what comes within one goes beyond the bound.
   *
   * @throws RetryLaterError when too much waits
   */
  async admit(skill: SkillDefinition, owner: string): Promise<void> {
    const { maxWaitingPerQueue, maxWaitingPerPrincipal } = this.limits;
    if ((await this.queues.waiting(skill)) >= maxWaitingPerQueue) {
      this.logger.warn(`The queue of "${skill.id}" is full: ${maxWaitingPerQueue} turns wait in it.`);
      throw new RetryLaterError(
        'RESOURCE_EXHAUSTED',
        'Too many tasks wait for this skill. Try again later.',
        RETRY_AFTER_MS,
        { skillId: skill.id },
      );
    }
    // Nobody can have more in the queues than there is.
    const most = await this.queues.waitingInAll();
    if (most < maxWaitingPerPrincipal) {
      return;
    }
    if ((await this.store.countWaiting(owner, maxWaitingPerPrincipal)) >= maxWaitingPerPrincipal) {
      throw new RetryLaterError(
        'RESOURCE_EXHAUSTED',
        'Too many of your tasks wait for a worker. Try again when some of them have begun.',
        RETRY_AFTER_MS,
      );
    }
  }
}
