import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  DATASTORE,
  type Datastore,
  TASK_STORE,
  type TaskKey,
  type TaskStore,
} from '../../datastore/ports/index.js';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import { limitsOf } from '../../options/limits.js';
import type { SkillDefinition } from '../../skills/registry/skill-definition.js';
import type { Attempt } from '../turn/attempt.js';
import { TurnRunner } from '../turn/turn-runner.service.js';
import { jobId, turnJob, type TurnJob } from './job.js';
import { SkillQueues } from './skill-queues.service.js';

/** States of a job that still lies in its queue. */
const QUEUED = new Set(['waiting', 'waiting-children', 'delayed', 'prioritized', 'paused']);

/** Brings turns to where they run: to the queue of their skill, or into this process for inline skills. */
@Injectable()
export class Dispatcher {
  private readonly logger = new Logger(Dispatcher.name);
  private readonly inline = new Set<Promise<unknown>>();
  private readonly leaseMs: number;
  private closing = false;

  constructor(
    @Inject(DATASTORE) private readonly datastore: Datastore,
    @Inject(TASK_STORE) private readonly store: TaskStore,
    private readonly queues: SkillQueues,
    private readonly runner: TurnRunner,
    @Inject(A2A_OPTIONS) options: A2AOptions,
  ) {
    this.leaseMs = limitsOf(options).leaseMs;
  }

  /**
   * Never throws: a turn that can not be queued now is found by recovery.
   *
   * @param again how often the turn was queued before, and whether it runs before all that wait
   */
  async dispatch(
    skill: SkillDefinition,
    job: TurnJob,
    again: { requeue?: number; next?: boolean } = {},
  ): Promise<void> {
    if (skill.run === 'inline') {
      if (this.closing) {
        return;
      }
      this.inBackground(this.runClaimed(skill, job));
      return;
    }
    try {
      const { requeue = 0, next = false } = again;
      const place = next ? 1 : await this.datastore.turnOrder.place(skill.id, job.key.owner);
      const { name, data, opts } = turnJob(job, { requeue, attempts: skill.attempts, place });
      await this.queues.of(skill).add(name, data, opts);
    } catch (error) {
      this.logger.warn(
        `Task ${job.key.taskId} is stored but could not be queued; recovery will queue it: ${String(error)}`,
      );
    }
  }

  /** Whether the job of this turn still lies in its queue, waiting for a worker. */
  async isQueued(skill: SkillDefinition, { key, turn }: TurnJob, requeue: number): Promise<boolean> {
    const job = await this.queues.of(skill).getJob(jobId(key, turn, requeue));
    return job !== undefined && QUEUED.has(await job.getState());
  }

  /**
   * Claims a turn and runs it here.
   *
   * @returns undefined if it is not to be had; `newer` if a newer version of this program must run it
   */
  async runClaimed(skill: SkillDefinition, { key, turn }: TurnJob): Promise<Attempt | 'newer' | undefined> {
    const claimed = await this.store.claim(key, turn, this.leaseMs);
    if (claimed.outcome !== 'claimed') {
      return claimed.outcome === 'newer' ? 'newer' : undefined;
    }
    return this.follow(skill, key, this.runner.run(skill, claimed.claim));
  }

  /** Lets an inline turn run here; what it leaves undone recovery finds. */
  runInBackground(skill: SkillDefinition, key: TaskKey, running: Promise<Attempt>): void {
    this.inBackground(this.follow(skill, key, running));
  }

  /** Waits for an attempt that runs here, and dispatches the turn that waits behind it. */
  private async follow(skill: SkillDefinition, key: TaskKey, running: Promise<Attempt>): Promise<Attempt> {
    const attempt = await this.keep(running);
    if (attempt.outcome === 'ended' && attempt.nextTurn !== undefined) {
      await this.dispatch(skill, { key, turn: attempt.nextTurn });
    }
    return attempt;
  }

  /** Waits for the inline turns that run here, then closes the producers. */
  async close(): Promise<void> {
    this.closing = true;
    while (this.inline.size > 0) {
      await Promise.allSettled(this.inline);
    }
    await this.queues.close();
  }

  private inBackground(running: Promise<unknown>): void {
    this.keep(running).catch((error: unknown) =>
      this.logger.error(`A turn could not be run; recovery looks after it: ${String(error)}`),
    );
  }

  private keep<T>(running: Promise<T>): Promise<T> {
    const kept = running.then(
      () => undefined,
      () => undefined,
    );
    this.inline.add(kept);
    void kept.finally(() => this.inline.delete(kept));
    return running;
  }
}
