import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  DATASTORE,
  type Datastore,
  type ExpiredTask,
  type OverdueTurn,
  TASK_CONTENTS,
  TASK_STORE,
  type TaskContents,
  type TaskKey,
  type TaskStore,
} from '../../datastore/ports/index.js';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import { type Limits, limitsOf } from '../../options/limits.js';
import { maxAgesOf } from '../../options/retention.js';
import { isTerminal, type TaskState } from '../../protocol/index.js';
import { SkillRegistry } from '../../skills/registry/skill-registry.js';
import { Dispatcher } from '../queues/dispatcher.service.js';
import { agentMessage } from '../turn/output/agent-message.js';
import { InlineRecovery } from './inline-recovery.service.js';

/** Tasks looked at in one step. */
const BATCH = 100;
/** A pass ends after this long; the next goes on. */
const PASS_MS = 30_000;
/** Tasks seen to at the same time. */
const AT_ONCE = 10;
/** Tasks that a pass looks at for whether their contents have outlived them. */
const SURVEYED = 100;
/** A turn that lies in its queue is looked at again after this long. */
const RECHECK_MS = 30_000;

/** One pass over everything that is due: turns that nobody works on, and tasks that are too old. */
@Injectable()
export class Sweep {
  private readonly logger = new Logger(Sweep.name);
  private readonly limits: Limits;
  private readonly maxAgeMs: Partial<Record<TaskState, number>>;
  /** Skills that no process has ever announced, and when this one met them first. */
  private readonly unannounced = new Map<string, number>();
  private running?: Promise<void>;
  private closing = false;

  constructor(
    @Inject(DATASTORE) private readonly datastore: Datastore,
    @Inject(TASK_STORE) private readonly store: TaskStore,
    @Inject(TASK_CONTENTS) private readonly contents: TaskContents,
    private readonly registry: SkillRegistry,
    private readonly dispatcher: Dispatcher,
    private readonly inline: InlineRecovery,
    @Inject(A2A_OPTIONS) options: A2AOptions,
  ) {
    this.limits = limitsOf(options);
    this.maxAgeMs = maxAgesOf(options);
  }

  /** Never throws: what could not be seen to is due again. */
  run(): Promise<void> {
    this.running ??= this.pass().finally(() => (this.running = undefined));
    return this.running;
  }

  /** @returns when the pass that runs is over; none begins after it */
  async close(): Promise<void> {
    this.closing = true;
    this.inline.close();
    await this.running;
  }

  private async pass(): Promise<void> {
    try {
      const endsAt = performance.now() + PASS_MS;
      for (let more = true; more && !this.closing && performance.now() < endsAt; ) {
        const due = await this.store.takeDue({
          limit: BATCH,
          recheckMs: RECHECK_MS,
          maxAgeMs: this.maxAgeMs,
        });
        await this.each(due.overdue, (turn) => this.recover(turn));
        await this.each(due.expired, (task) => this.expire(task));
        more = due.more;
      }
      await this.clearContents();
    } catch (error) {
      this.logger.warn(`The sweep for abandoned turns failed; it is tried again: ${String(error)}`);
    }
  }

  /** Some at a time: after a long outage there are many, and each waits for the store more than once. */
  private async each<T extends { key: TaskKey }>(
    due: readonly T[],
    work: (task: T) => Promise<void>,
  ): Promise<void> {
    for (let begin = 0; begin < due.length; begin += AT_ONCE) {
      await Promise.all(
        due
          .slice(begin, begin + AT_ONCE)
          .map((task) =>
            work(task).catch((error: unknown) =>
              this.logger.warn(
                `Task ${task.key.taskId} could not be recovered; it is tried again: ${String(error)}`,
              ),
            ),
          ),
      );
    }
  }

  private async recover(overdue: OverdueTurn): Promise<void> {
    const { key, turn, requeues, skillId } = overdue;
    const skill = this.registry.get(skillId);
    if (!skill) {
      return this.endOrphan(overdue);
    }
    // Also when no attempt is left: whoever claims the turn ends it, since only a claim may.
    if (skill.run === 'inline') {
      this.inline.take(skill, { key, turn });
    } else if (!(await this.dispatcher.isQueued(skill, { key, turn }, requeues))) {
      const requeue = await this.store.requeue(key, turn);
      if (requeue !== undefined) {
        this.logger.log(`Task ${key.taskId}, turn ${turn}, is queued again`);
        // A turn that had begun has waited for its place before; one that was never queued has not.
        await this.dispatcher.dispatch(skill, { key, turn }, { requeue, next: overdue.attempts > 0 });
      }
    }
  }

  /** Another process, of a newer or older version, may have the skill; when none has had it for long, none will. */
  private async endOrphan({ key, turn, skillId }: OverdueTurn): Promise<void> {
    const sinceMs =
      (await this.datastore.skillPresence.lastAnnounced(skillId)) ?? this.sinceFirstSeen(skillId);
    if (sinceMs < this.limits.orphanedAfterMs) {
      return;
    }
    const claimed = await this.store.claim(key, turn, this.limits.leaseMs);
    if (claimed.outcome === 'claimed') {
      const { fence, record } = claimed.claim;
      this.logger.warn(`Task ${key.taskId} ends: no process of this agent has the skill "${skillId}".`);
      const text = 'The agent no longer offers the skill that this task was for.';
      await this.store.append(key, { fence }, [failed(text, key, record.task.contextId)]);
    }
  }

  /** A process of a newer version may have taken the task, and not been able to announce its skill yet. */
  private sinceFirstSeen(skillId: string): number {
    const now = performance.now();
    const seenAt = this.unannounced.get(skillId) ?? now;
    this.unannounced.set(skillId, seenAt);
    return now - seenAt;
  }

  /** Contents may outlive their task when a process ends between the two, or has written on meanwhile. */
  private async clearContents(): Promise<void> {
    const surveyed = (await this.contents.survey(SURVEYED)).map((key) => ({ key }));
    await this.each(surveyed, async ({ key }) => {
      if (!(await this.store.load(key, { artifacts: false, historyLength: 0 }))) {
        await this.contents.deleteOf(key);
      }
    });
  }

  private async expire({ key, state }: ExpiredTask): Promise<void> {
    if (isTerminal(state)) {
      await this.store.delete(key);
      await this.contents.deleteOf(key);
      return;
    }
    const record = await this.store.load(key, { artifacts: false, historyLength: 0 });
    if (record) {
      const text = 'No answer came in time. Send a new message in the same context.';
      await this.store.append(key, { expect: [state], idle: true }, [
        failed(text, key, record.task.contextId),
      ]);
    }
  }
}

function failed(text: string, { taskId }: TaskKey, contextId: string) {
  const message = agentMessage(text, { taskId, contextId });
  return { statusUpdate: { status: { state: 'TASK_STATE_FAILED' as const, message } } };
}
