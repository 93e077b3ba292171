import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import {
  DATASTORE,
  type Datastore,
  type OverdueTurn,
  TASK_STORE,
  type TaskStore,
} from '../datastore/ports/index.js';
import { A2A_OPTIONS, type A2AOptions, limitsOf } from '../options/a2a-options.js';
import { SkillRegistry } from '../skills/registry/skill-registry.js';
import { Dispatcher } from './dispatcher.service.js';

/** Turns looked at per sweep; the rest waits for the next. */
const BATCH = 100;
/** A turn that lies in its queue is looked at again after this long. */
const RECHECK_MS = 30_000;

/** Finds turns that nobody works on, and queues them again or ends them. */
@Injectable()
export class Recovery implements OnModuleInit, OnApplicationBootstrap {
  private readonly logger = new Logger(Recovery.name);
  private timer?: NodeJS.Timeout;
  private sweeping?: Promise<void>;
  private closing = false;

  constructor(
    @Inject(DATASTORE) private readonly datastore: Datastore,
    @Inject(TASK_STORE) private readonly store: TaskStore,
    private readonly registry: SkillRegistry,
    private readonly dispatcher: Dispatcher,
    @Inject(A2A_OPTIONS) private readonly options: A2AOptions,
  ) {}

  /** Before any worker starts: whoever held leases in a store of our own is gone. */
  async onModuleInit(): Promise<void> {
    if (this.datastore.exclusive) {
      await this.store.expireLeases();
    }
  }

  /** Sweeps at boot, and from then on at an interval. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.options.role === 'api') {
      return;
    }
    this.timer = setInterval(() => void this.sweep(), limitsOf(this.options).sweepMs).unref();
    await this.sweep();
  }

  /** Ends the sweeps. @returns when the one that runs is over */
  async close(): Promise<void> {
    this.closing = true;
    clearInterval(this.timer);
    await this.sweeping;
  }

  private sweep(): Promise<void> {
    this.sweeping ??= this.recoverOverdue().finally(() => (this.sweeping = undefined));
    return this.sweeping;
  }

  private async recoverOverdue(): Promise<void> {
    try {
      const overdue = await this.store.takeOverdue(BATCH, RECHECK_MS);
      for (const turn of overdue) {
        await this.recover(turn).catch((error: unknown) =>
          this.logger.warn(
            `Task ${turn.key.taskId} could not be recovered; it is tried again: ${String(error)}`,
          ),
        );
      }
      if (overdue.length === BATCH && !this.closing) {
        await this.recoverOverdue();
      }
    } catch (error) {
      this.logger.warn(`The sweep for abandoned turns failed; it is tried again: ${String(error)}`);
    }
  }

  private async recover(overdue: OverdueTurn): Promise<void> {
    const { key, turn, requeues, skillId } = overdue;
    const skill = this.registry.get(skillId);
    if (!skill) {
      this.logger.warn(
        `Task ${key.taskId} waits for the skill "${skillId}", which this process does not have`,
      );
      return;
    }
    // Also when no attempt is left: whoever claims the turn ends it, since only a claim may.
    if (skill.run === 'inline') {
      await this.dispatcher.dispatch(skill, { key, turn });
    } else if (!(await this.dispatcher.isQueued(skill, { key, turn }, requeues))) {
      const requeue = await this.store.requeue(key, turn);
      if (requeue !== undefined) {
        this.logger.log(`Task ${key.taskId}, turn ${turn}, is queued again`);
        await this.dispatcher.dispatch(skill, { key, turn }, requeue);
      }
    }
  }
}
