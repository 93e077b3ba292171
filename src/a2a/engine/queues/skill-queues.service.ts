import { Inject, Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { DATASTORE, type Datastore } from '../../datastore/ports/index.js';
import type { SkillDefinition } from '../../skills/registry/skill-definition.js';
import { SkillRegistry } from '../../skills/registry/skill-registry.js';
import type { TurnJob } from './job.js';

/** How long a count of what waits is good for. */
const COUNT_MS = 1_000;

interface Count {
  readonly at: number;
  readonly value: number;
}

/** The producers of the skills' queues, one for each queued skill. */
@Injectable()
export class SkillQueues {
  private readonly queues = new Map<string, Queue<TurnJob>>();
  private readonly counts = new Map<string, Promise<Count>>();

  constructor(
    @Inject(DATASTORE) private readonly datastore: Datastore,
    private readonly registry: SkillRegistry,
  ) {}

  /** Makes all producers: one that is first made while the store is away would stay broken. */
  open(): void {
    for (const skill of this.queued) {
      this.of(skill);
    }
  }

  of(skill: SkillDefinition): Queue<TurnJob> {
    let queue = this.queues.get(skill.id);
    if (!queue) {
      queue = this.datastore.queues.queue<TurnJob>(skill.id);
      this.queues.set(skill.id, queue);
    }
    return queue;
  }

  /** @returns how many turns wait in the queue of this skill, as of the last second */
  async waiting(skill: SkillDefinition): Promise<number> {
    return (await this.count(skill)).value;
  }

  /** @returns how many turns wait in all queues together */
  async waitingInAll(): Promise<number> {
    const counts = await Promise.all(this.queued.map((skill) => this.waiting(skill)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.queues.values()].map((queue) => queue.close()));
  }

  private get queued(): SkillDefinition[] {
    return this.registry.all.filter(({ run }) => run === 'queued');
  }

  /** Looked up at most once a second for each queue, and once for all who ask meanwhile. */
  private async count(skill: SkillDefinition): Promise<Count> {
    const known = await this.counts.get(skill.id);
    if (known && Date.now() - known.at < COUNT_MS) {
      return known;
    }
    const counting = this.of(skill)
      .getJobCountByTypes('waiting', 'prioritized')
      // What can not be counted is let in: whether it can be stored, the store says itself.
      .catch(() => 0)
      .then((value) => ({ at: Date.now(), value }));
    this.counts.set(skill.id, counting);
    return counting;
  }
}
