import { Inject, Injectable, Logger } from '@nestjs/common';
import { DelayedError, type Job, type Worker } from 'bullmq';
import { DATASTORE, type Datastore } from '../../datastore/ports/index.js';
import type { SkillDefinition } from '../../skills/registry/skill-definition.js';
import { SkillRegistry } from '../../skills/registry/skill-registry.js';
import { Dispatcher } from './dispatcher.service.js';
import { isNewer, type StoredJob } from './job.js';

/** A job that this version must not run is left to others for this long before it is looked at again. */
const NEWER_MS = 5_000;

/** One BullMQ worker per queued skill, in processes that work. */
@Injectable()
export class Workers {
  private readonly logger = new Logger(Workers.name);
  private readonly workers = new Map<string, Worker<StoredJob>>();

  constructor(
    @Inject(DATASTORE) private readonly datastore: Datastore,
    private readonly registry: SkillRegistry,
    private readonly dispatcher: Dispatcher,
  ) {}

  /** How many workers this process has. */
  get count(): number {
    return this.queued.length;
  }

  /** Begins to take turns. Calling it again starts what is missing. */
  start(): void {
    for (const skill of this.queued) {
      if (!this.workers.has(skill.id)) {
        this.workers.set(skill.id, this.workerOf(skill));
      }
    }
  }

  /** Takes no new turns, and waits for the running ones. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.workers.values()].map((worker) => worker.close()));
  }

  private get queued(): SkillDefinition[] {
    return this.registry.all.filter(({ run }) => run === 'queued');
  }

  private workerOf(skill: SkillDefinition): Worker<StoredJob> {
    const worker = this.datastore.queues.worker<StoredJob>(
      skill.id,
      (job, token) => this.process(skill, job, token),
      { concurrency: skill.concurrency },
    );
    this.logger.log(`Working on "${skill.id}", ${skill.concurrency} at a time`);
    return worker;
  }

  private async process(skill: SkillDefinition, job: Job<StoredJob>, token?: string): Promise<void> {
    this.tellOrder(skill, job);
    const attempt = isNewer(job.data) ? 'newer' : await this.dispatcher.runClaimed(skill, job.data);
    if (attempt === 'newer') {
      await job.moveToDelayed(Date.now() + NEWER_MS, token);
      throw new DelayedError();
    }
    if (attempt?.outcome === 'retry') {
      // What BullMQ keeps of the error is ours; the handler's own stays in the log.
      throw new Error('The attempt failed and is retried.');
    }
  }

  /** Not waited for: the order is about fairness, and the next turn tells it again. */
  private tellOrder(skill: SkillDefinition, { data }: Job<StoredJob>): void {
    this.datastore.turnOrder.reached(skill.id, data.place ?? 1).catch(() => undefined);
  }
}
