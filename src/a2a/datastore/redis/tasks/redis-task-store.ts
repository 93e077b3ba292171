import { randomUUID } from 'node:crypto';
import type { JsonValue, TaskState } from '../../../protocol/index.js';
import {
  type AppendGuard,
  type Appended,
  type Claimed,
  type Created,
  type DueQuery,
  type DueTasks,
  type HeldClaim,
  type ListQuery,
  type LoadOptions,
  type NewTask,
  type NewTaskEvent,
  type Opening,
  STORED_FORMAT,
  type TaskEvent,
  type TaskInspection,
  type TaskKey,
  type TaskPage,
  type TaskRecord,
  type TaskStore,
} from '../../ports/index.js';
import { assertOrder, endsTask, MAX_READ_BYTES } from '../../stored/stored-event.js';
import { storedText } from '../../stored/stored-text.js';
import type { ErrorLog } from '../../error-log.js';
import type { RedisCommands } from '../connection/redis-commands.js';
import type { RedisDeliveries } from '../redis-deliveries.js';
import type { RedisNotifications } from '../redis-notifications.js';
import type { AgentKeys } from '../task-keys.js';
import { appendArguments, type AppendReply, readAppended } from './append.js';
import { createArguments, createKeys, type CreateReply, readCreated } from './create.js';
import { SweptTasks } from './due-tasks.js';
import { type InspectReply, readInspection } from './inspect.js';
import { locateTasks } from './locate.js';
import { type LogReply, readLog } from './log-reply.js';
import { claimOf, type ClaimReply, recordOf, type SnapshotReply } from './snapshot-reply.js';
import { SweepIndex } from './sweep-index.js';
import { TaskPages } from './task-pages.js';
import { toldWrite } from './told-write.js';

/**
 * Tasks in Redis. Whatever a method changes of a task, of its owner's lists and of the delivery of its first message
 * is one script in one slot; what must be known without asking each owner is in the {@link SweepIndex}.
 */
export class RedisTaskStore implements TaskStore {
  private readonly index: SweepIndex;
  private readonly pages: TaskPages;
  private readonly swept: SweptTasks;

  constructor(
    private readonly commands: RedisCommands,
    private readonly keys: AgentKeys,
    private readonly deliveries: RedisDeliveries,
    private readonly notifications: RedisNotifications,
    errors: ErrorLog,
  ) {
    this.index = new SweepIndex(commands, keys);
    this.pages = new TaskPages(commands, keys);
    this.swept = new SweptTasks(commands, keys, this.index, errors.of('Redis, sweep'));
  }

  async create(task: NewTask, opening: Opening = {}): Promise<Created> {
    const events = opening.events ?? [];
    assertOrder(events, true);
    const { key } = task;
    const keys = createKeys(this.keys, task, opening.delivery);
    const announcement = this.notifications.announcement(key.taskId, endsTask(events));
    const write = (voidTask: string) =>
      toldWrite<CreateReply>(
        this.index,
        key,
        (toldAt) =>
          this.commands.write('create', keys, createArguments(task, opening, toldAt, announcement, voidTask)),
        opening.leaseMs,
      );

    let reply: CreateReply | undefined;
    const take = async (voidTask: string) => {
      reply = await write(voidTask);
      return reply[0] === 'delivered' ? reply[1] : null;
    };
    const delivered = opening.delivery
      ? await this.deliveries.take(key.owner, opening.delivery, take)
      : await take('').then(() => undefined);
    if (delivered !== undefined) return { outcome: 'delivered', delivered };
    if (reply?.[0] !== 'created') {
      throw new Error(`Task ${key.taskId} exists already: make a new id for each task.`);
    }
    this.notifications.announce(key.taskId, endsTask(events));
    if (reply[3][0] === 'idle') await this.index.hear(key, reply[3]);
    return readCreated(reply);
  }

  async claim(key: TaskKey, turn: number, leaseMs: number): Promise<Claimed> {
    // At worst the sweep looks at a task whose claim was refused.
    const [reply] = await Promise.all([
      this.commands.run<readonly [Exclude<Claimed['outcome'], 'claimed'>] | readonly ['claimed', ClaimReply]>(
        'claim',
        this.keys.ofTask(key),
        [turn, leaseMs, STORED_FORMAT],
      ),
      // A hint only: a claim that was taken must not be lost with it.
      this.index.hear(key, ['due', `${leaseMs}`]),
    ]);
    return reply[0] === 'claimed' ? { outcome: 'claimed', claim: claimOf(reply[1]) } : { outcome: reply[0] };
  }

  async renew<C extends HeldClaim>(claims: readonly C[], leaseMs: number): Promise<C[]> {
    const outcomes = await Promise.all(
      claims.map(async ({ key, fence }) => {
        const outcome = await this.commands.run<'lost' | 'renewed' | 'sooner'>(
          'renew',
          this.keys.ofTask(key),
          [fence, leaseMs],
        );
        if (outcome === 'sooner') await this.index.hear(key, ['due', `${leaseMs}`]);
        return outcome;
      }),
    );
    return claims.filter((_, place) => outcomes[place] === 'lost');
  }

  async release({ key, fence }: HeldClaim, resumeInMs: number, countAttempt: boolean): Promise<void> {
    const args = [fence, resumeInMs, countAttempt ? 1 : 0];
    const released = await this.commands.run<number>('release', this.keys.ofTask(key), args);
    if (released === 1) await this.index.hear(key, ['due', `${resumeInMs}`]);
  }

  async append(key: TaskKey, guard: AppendGuard, events: readonly NewTaskEvent[]): Promise<Appended> {
    assertOrder(events, 'fence' in guard);
    const opensTurn = !('fence' in guard) && events.some((event) => 'message' in event);
    const announcement = this.notifications.announcement(key.taskId, endsTask(events));
    const write = (toldAt: string) =>
      this.commands.write<AppendReply>(
        'append',
        this.keys.ofTask(key),
        appendArguments(guard, events, toldAt, announcement),
      );

    const delivery = 'fence' in guard ? undefined : guard.delivery;
    const token = randomUUID();
    if (delivery !== undefined) {
      const delivered = await this.deliveries.reserve(key, delivery, token);
      if (delivered !== undefined) return { outcome: 'delivered', delivered };
    }
    const reply = opensTurn ? await toldWrite<AppendReply>(this.index, key, write) : await write('');
    const [outcome, news] = readAppended(key, reply);
    const isKnown =
      outcome.outcome === 'appended' || (outcome.outcome === 'delivered' && outcome.delivered.as === 'turn');
    if (delivery !== undefined && !isKnown) await this.deliveries.giveUp(key.owner, delivery, token);
    if (outcome.outcome === 'appended' && events.length > 0) {
      this.notifications.announce(key.taskId, endsTask(events));
      if (news.length > 0) await this.index.hear(key, news);
    }
    return outcome;
  }

  async load(key: TaskKey, options: LoadOptions): Promise<TaskRecord | undefined> {
    const args = [options.historyLength ?? '', options.artifacts ? 1 : 0];
    const reply = await this.commands.run<SnapshotReply | null>('load', this.keys.ofTask(key), args);
    return reply === null ? undefined : recordOf(reply, options.historyLength !== 0);
  }

  list(query: ListQuery): Promise<TaskPage> {
    return this.pages.list(query);
  }

  async delete(key: TaskKey): Promise<boolean> {
    const deleted = await this.commands.write<number>('deleteTask', this.keys.ofTask(key), []);
    if (deleted === 1) await this.index.forget(key);
    return deleted === 1;
  }

  async readEvents(key: TaskKey, after: number, limit: number): Promise<TaskEvent[]> {
    const args = [after, limit, MAX_READ_BYTES];
    return readLog(await this.commands.run<LogReply>('readEvents', this.keys.ofTask(key), args), after);
  }

  async saveStep(key: TaskKey, fence: number, step: string, result: JsonValue): Promise<boolean> {
    const args = [fence, storedText(step), JSON.stringify(result)];
    return (await this.commands.write<number>('saveStep', this.keys.ofTask(key), args)) === 1;
  }

  takeDue(query: DueQuery): Promise<DueTasks> {
    return this.swept.takeDue(query);
  }

  async requeue(key: TaskKey, turn: number): Promise<number | undefined> {
    return (await this.commands.run<number | null>('requeue', this.keys.ofTask(key), [turn])) ?? undefined;
  }

  countWaiting(owner: string, atMost: number): Promise<number> {
    const submitted: TaskState = 'TASK_STATE_SUBMITTED';
    return this.pages.count(owner, submitted, atMost);
  }

  locate(taskId: string): Promise<TaskKey[]> {
    return locateTasks(this.commands, this.keys, taskId);
  }

  async inspect(key: TaskKey): Promise<TaskInspection | undefined> {
    const reply = await this.commands.run<InspectReply | null>('inspect', this.keys.ofTask(key));
    return reply === null ? undefined : readInspection(key, reply);
  }

  expireLeases(): Promise<number> {
    return this.swept.expireLeases();
  }
}
