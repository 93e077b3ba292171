import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Job, Worker } from 'bullmq';
import { DATASTORE, type Datastore } from '../datastore/ports/index.js';
import { A2A_OPTIONS, type A2AOptions } from '../options/a2a-options.js';
import type { SkillDefinition } from '../skills/registry/skill-definition.js';
import { SkillRegistry } from '../skills/registry/skill-registry.js';
import { Dispatcher } from './dispatcher.service.js';
import type { TurnJob } from './job.js';

/** One BullMQ worker per queued skill, in processes that work. */
@Injectable()
export class Workers implements OnApplicationBootstrap {
  private readonly logger = new Logger(Workers.name);
  private readonly workers: Worker<TurnJob>[] = [];

  constructor(
    @Inject(DATASTORE) private readonly datastore: Datastore,
    private readonly registry: SkillRegistry,
    private readonly dispatcher: Dispatcher,
    @Inject(A2A_OPTIONS) private readonly options: A2AOptions,
  ) {}

  /** @throws DatastoreError if the server grants too few connections for the skills of this agent */
  async onApplicationBootstrap(): Promise<void> {
    const skills = this.registry.all.filter(({ run }) => run === 'queued');
    if (this.options.role === 'api') {
      return;
    }
    await this.datastore.queues.checkCapacity(skills.length);
    for (const skill of skills) {
      this.workers.push(this.start(skill));
    }
  }

  /** Takes no new turns, and waits for the running ones. */
  async close(): Promise<void> {
    await Promise.allSettled(this.workers.map((worker) => worker.close()));
  }

  private start(skill: SkillDefinition): Worker<TurnJob> {
    const process = async ({ data }: Job<TurnJob>): Promise<void> => {
      const attempt = await this.dispatcher.runClaimed(skill, data);
      if (attempt?.outcome === 'retry') {
        // What BullMQ keeps of the error is ours; the handler's own stays in the log.
        throw new Error('The attempt failed and is retried.');
      }
    };
    const worker = this.datastore.queues.worker<TurnJob>(skill.id, process, {
      concurrency: skill.concurrency,
    });
    this.logger.log(`Working on "${skill.id}", ${skill.concurrency} at a time`);
    return worker;
  }
}
