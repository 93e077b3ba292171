import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Datastore } from '../../../src/a2a/datastore/ports/index.js';
import type { SweepIndex } from '../../../src/a2a/datastore/redis/tasks/sweep-index.js';
import { canTestRedis, RedisServer } from '../../support/redis-server.js';
import { openedDatastore } from '../opened-datastore.js';
import {
  claimedTask,
  counting,
  due,
  mustClaim,
  mustCreate,
  newTask,
  status,
} from '../task-store/fixtures.js';

describe.runIf(canTestRedis())('the sweep index on Redis', () => {
  let server: RedisServer;
  let datastore: Datastore;
  beforeAll(async () => {
    server = await RedisServer.start();
    datastore = await openedDatastore({ url: server.url, name: 'sweep' });
  });
  afterAll(async () => {
    await datastore.close();
    await server.remove();
  });

  /** Lets time pass for every entry. */
  async function later(ms: number): Promise<void> {
    for (const shard of counting(0, 15)) {
      for (const index of ['due', 'staying']) {
        const key = `a2a:sweep:${index}:{${shard}}`;
        const [, flat] = await server.command<[string, string[]]>('ZSCAN', key, 0, 'COUNT', 10_000);
        for (let place = 0; place < flat.length; place += 2) {
          await server.command('ZADD', key, Number(flat[place + 1]) - ms, flat[place]!);
        }
      }
    }
  }

  async function entries(): Promise<number> {
    const counts = counting(0, 15).map((shard) =>
      server.command<number>('ZCARD', `a2a:sweep:due:{${shard}}`),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  it('forgets a task that was never stored, but not before it could have been', async () => {
    // As a process leaves it that ends between the index and the task.
    const { key } = newTask();
    const { tasks } = datastore as unknown as { tasks: { index: SweepIndex } };
    await tasks.index.tell(key, 0);
    await delay(10);
    await due(datastore.tasks);
    expect(await entries()).toBe(1);
    await later(60_000);
    await due(datastore.tasks);
    expect(await entries()).toBe(0);
  });

  it('keeps a task in sight on which a turn is about to be opened while the sweep looks at it', async () => {
    const task = newTask();
    await mustCreate(datastore.tasks, task, { events: [status('INPUT_REQUIRED')] });
    await later(60_000);
    const { tasks } = datastore as unknown as { tasks: { index: SweepIndex } };
    // A writer tells the index, a sweep finds the task idle and puts it away, and only then the turn is opened.
    await tasks.index.tell(task.key, 30_000);
    expect((await due(datastore.tasks)).overdue).toEqual([]);
    const shard = Number.parseInt(task.key.taskId.slice(-1), 16);
    const entry = JSON.stringify([task.key.owner, task.key.taskId]);
    const score = Number(await server.command('ZSCORE', `a2a:sweep:due:{${shard}}`, entry));
    expect(score - Date.now()).toBeGreaterThan(0);
    expect(score - Date.now()).toBeLessThanOrEqual(31_000);
    await later(60_000);
    await due(datastore.tasks);
    expect(await entries()).toBe(0);
    await datastore.tasks.delete(task.key);
  });

  it('brings back what a sweep took that came to nothing, and finds a lost lease first', async () => {
    const waiting = await Promise.all(
      counting(1, 20).map(async () => {
        const task = newTask();
        await mustCreate(datastore.tasks, task);
        return task.key;
      }),
    );
    const { key } = await claimedTask(datastore.tasks, { leaseMs: 1 });
    for (const waitingKey of waiting) {
      const claim = await mustClaim(datastore.tasks, waitingKey, 1);
      await datastore.tasks.release({ key: waitingKey, fence: claim.fence }, 0, false);
    }
    await delay(20);
    const { tasks } = datastore as unknown as { tasks: { index: SweepIndex } };
    await Promise.all(tasks.index.pop(100, {}));
    expect((await due(datastore.tasks)).overdue).toEqual([]);
    await later(61_000);
    const [first] = (await due(datastore.tasks, { limit: 1 })).overdue;
    expect(first?.key).toEqual(key);
    const rest = await due(datastore.tasks);
    expect(rest.overdue).toHaveLength(20);
    expect(await due(datastore.tasks)).toEqual({ overdue: [], expired: [], more: false });
    for (const each of [key, ...waiting]) await datastore.tasks.delete(each);
    expect(await entries()).toBe(0);
  });

  it('goes on with the other shards when one of them fails, and says so', async () => {
    const lines: string[] = [];
    const other = await openedDatastore({ url: server.url, name: 'sweep', warn: (line) => lines.push(line) });
    const keys = await Promise.all(
      counting(1, 40).map(async () => (await claimedTask(datastore.tasks, { leaseMs: 1 })).key),
    );
    await delay(50);
    const [broken] = keys;
    const shard = broken!.taskId.slice(-1);
    const index = `a2a:sweep:due:{${Number.parseInt(shard, 16)}}`;
    await server.command('RENAME', index, `${index}:kept`);
    await server.command('SET', index, 'no sorted set');
    const { overdue } = await due(other.tasks);
    const rest = keys.filter(({ taskId }) => !taskId.endsWith(shard));
    expect(overdue.map(({ key }) => key.taskId).toSorted()).toEqual(
      rest.map(({ taskId }) => taskId).toSorted(),
    );
    expect(lines.join()).toMatch(/Redis, sweep: WRONGTYPE/);
    await server.command('RENAME', `${index}:kept`, index);
    expect((await due(other.tasks)).overdue).toHaveLength(keys.length - rest.length);
    for (const key of keys) await datastore.tasks.delete(key);
    await other.close();
  });

  it('looks at a few times as many tasks as it hands out, however many wait', async () => {
    const keys = await Promise.all(
      counting(1, 1_600).map(async () => (await claimedTask(datastore.tasks, { leaseMs: 1 })).key),
    );
    await delay(50);
    const calls = async (): Promise<number> =>
      Number(/cmdstat_evalsha:calls=(\d+)/.exec(await server.command<string>('INFO', 'commandstats'))?.[1]);
    const before = await calls();
    expect((await due(datastore.tasks, { limit: 100 })).overdue).toHaveLength(100);
    expect((await calls()) - before).toBeLessThan(500);
    await Promise.all(keys.map((key) => datastore.tasks.delete(key)));
  });

  it('hands each turn to one of two who sweep at once, whatever they are doing', async () => {
    const other = await openedDatastore({ url: server.url, name: 'sweep' });
    const keys = await Promise.all(
      counting(1, 200).map(async () => (await claimedTask(datastore.tasks, { leaseMs: 1 })).key),
    );
    await delay(50);
    const found: string[] = [];
    for (let round = 0; round < 200 && found.length < keys.length; round += 1) {
      const sweeps = await Promise.all([due(datastore.tasks, { limit: 7 }), due(other.tasks, { limit: 11 })]);
      found.push(...sweeps.flatMap(({ overdue }) => overdue.map(({ key }) => key.taskId)));
    }
    expect(found.toSorted()).toEqual(keys.map(({ taskId }) => taskId).toSorted());
    await other.close();
  });
});
