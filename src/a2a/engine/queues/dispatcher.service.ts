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

/** A turn that could not be queued is tried again after these times; after the last, recovery is near. */
const AGAIN_MS = [250, 1_000, 4_000];
/** More wait for recovery: when so many could not be queued, the datastore is away. */
const MAX_AGAIN = 1_000;

/** How a turn comes to its queue. */
interface Again {
  /** How often the turn was queued before. */
  readonly requeue?: number;
  /** Whether it runs before all that wait. */
  readonly next?: boolean;
}

/** Brings turns to where they run: to the queue of their skill, or into this process for inline skills. */
@Injectable()
export class Dispatcher {
  private readonly logger = new Logger(Dispatcher.name);
  private readonly inline = new Set<Promise<unknown>>();
  private readonly again = new Set<NodeJS.Timeout>();
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
   * Never throws: a turn that can not be queued now is tried again a few times, and then found by recovery.
   *
   * @returns when it runs or was tried once
   */
  async dispatch(skill: SkillDefinition, job: TurnJob, again: Again = {}): Promise<void> {
    if (skill.run === 'inline') {
      void this.inBackground(() => this.runClaimed(skill, job));
      return;
    }
    await this.enqueue(skill, job, again, AGAIN_MS);
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

  /**
   * Claims an inline turn and runs it here. Never throws: what it leaves undone recovery finds.
   *
   * @returns when the attempt is over
   */
  async runHere(skill: SkillDefinition, job: TurnJob): Promise<void> {
    await this.inBackground(() => this.runClaimed(skill, job));
  }

  /** Lets an inline turn run here; what it leaves undone recovery finds. */
  runInBackground(skill: SkillDefinition, key: TaskKey, running: Promise<Attempt>): void {
    void this.logged(this.keep(this.follow(skill, key, running)));
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
    this.again.forEach(clearTimeout);
    this.again.clear();
    while (this.inline.size > 0) {
      await Promise.allSettled(this.inline);
    }
    await this.queues.close();
  }

  /** The job has the same id each time, so that it is queued once also when an answer was lost. */
  private async enqueue(
    skill: SkillDefinition,
    job: TurnJob,
    again: Again,
    pauses: readonly number[],
  ): Promise<void> {
    try {
      const { requeue = 0, next = false } = again;
      const place = next ? 1 : await this.datastore.turnOrder.place(skill.id, job.key.owner);
      const { name, data, opts } = turnJob(job, { requeue, attempts: skill.attempts, place });
      await this.queues.of(skill).add(name, data, opts);
    } catch (error) {
      const [pauseMs, ...rest] = pauses;
      const isTriedAgain = pauseMs !== undefined && !this.closing && this.again.size < MAX_AGAIN;
      const next = isTriedAgain ? 'it is tried again' : 'recovery will queue it';
      this.logger.warn(`Task ${job.key.taskId} is stored but could not be queued; ${next}: ${String(error)}`);
      if (isTriedAgain) {
        this.after(pauseMs, () => this.enqueue(skill, job, again, rest));
      }
    }
  }

  private after(ms: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => {
      this.again.delete(timer);
      void work();
    }, ms).unref();
    this.again.add(timer);
  }

  private async inBackground(work: () => Promise<unknown>): Promise<void> {
    if (!this.closing) {
      await this.logged(this.keep(work()));
    }
  }

  private async logged(running: Promise<unknown>): Promise<void> {
    try {
      await running;
    } catch (error) {
      this.logger.error(`A turn could not be run; recovery looks after it: ${String(error)}`);
    }
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
