import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { DatastoreUnavailable } from '../../../src/a2a/datastore/datastore-error.js';
import type { Datastore } from '../../../src/a2a/datastore/ports/index.js';
import { AgentKeys } from '../../../src/a2a/datastore/redis/task-keys.js';
import { RedisCluster } from '../../support/redis-cluster.js';
import { RedisSentinels } from '../../support/redis-sentinels.js';
import { canTestRedis } from '../../support/redis-server.js';
import { openedDatastore } from '../opened-datastore.js';
import {
  artifactTexts,
  chunk,
  claimedTask,
  counting,
  mustAppend,
  mustCreate,
  mustLoad,
  newTask,
  progress,
  readAll,
  status,
} from '../task-store/fixtures.js';

const BACK = { timeout: 60_000, interval: 200 };

/** Works on a queue until a job has been done, over connections that may have to come back. */
async function worksOn(datastore: Datastore, name: string): Promise<void> {
  const worked: number[] = [];
  const worker = datastore.queues.worker<number>(name, (job) => Promise.resolve(void worked.push(job.data)));
  const queue = datastore.queues.queue<number>(name);
  await vi.waitFor(() => queue.add('job', 1), BACK);
  await vi.waitFor(() => expect(worked).toContain(1), BACK);
  await worker.close();
  await queue.close();
}

describe.runIf(canTestRedis())('Redis', () => {
  it('known to sentinels goes on with the new master when the old one is gone', async () => {
    const sentinels = await RedisSentinels.start();
    const datastore = await openedDatastore({ url: sentinels.url, waitReplicas: 1 });
    const { key, fence } = await claimedTask(datastore.tasks);
    let wakeUps = 0;
    datastore.notifications.subscribe(key.taskId, () => (wakeUps += 1));
    await worksOn(datastore, 'before');
    await datastore.close();

    const unsafe = await openedDatastore({ url: sentinels.url });
    unsafe.notifications.subscribe(key.taskId, () => (wakeUps += 1));
    await sentinels.master.kill();
    await vi.waitFor(() => mustAppend(unsafe.tasks, key, { fence, batch: 1 }, progress(1)), BACK);
    expect((await mustLoad(unsafe.tasks, key)).sequence).toBe(2);
    await vi.waitFor(() => expect(wakeUps).toBeGreaterThan(0), BACK);
    await worksOn(unsafe, 'after');
    await unsafe.close();
    await sentinels.remove();
  });

  it('on a cluster goes on with the replica of a master that is gone, and wakes its watchers', async () => {
    const cluster = await RedisCluster.start(3, 1);
    const [datastore, watcher] = await Promise.all([
      openedDatastore({ url: cluster.url }),
      openedDatastore({ url: cluster.url }),
    ]);
    const tasks = await Promise.all(counting(1, 24).map(() => claimedTask(datastore.tasks)));
    const woken = new Set<string>();
    for (const { key } of tasks) watcher.notifications.subscribe(key.taskId, () => woken.add(key.taskId));
    await delay(1_000);
    await cluster.nodes[0]!.kill();
    await Promise.all(
      tasks.map(({ key, fence }) =>
        vi.waitFor(() => mustAppend(datastore.tasks, key, { fence, batch: 1 }, progress(1)), BACK),
      ),
    );
    for (const { key } of tasks) expect((await mustLoad(datastore.tasks, key)).sequence).toBe(2);
    woken.clear();
    await vi.waitFor(async () => {
      for (const { key, fence } of tasks) await mustAppend(datastore.tasks, key, { fence }, progress(2));
      expect(woken.size).toBe(24);
    }, BACK);
    await worksOn(datastore, 'after');
    await Promise.all([datastore.close(), watcher.close()]);
    await cluster.remove();
  });

  it('on a cluster loses nothing while slots move to another node', async () => {
    const cluster = await RedisCluster.start();
    const datastore = await openedDatastore({ url: cluster.url });
    const tasks = await Promise.all(counting(1, 60).map(() => claimedTask(datastore.tasks)));
    const [first, second] = cluster.nodes;
    const ids = await Promise.all([first!, second!].map((node) => node.command<string>('CLUSTER', 'MYID')));
    const moving = promisify(execFile)('redis-cli', [
      '--cluster',
      'reshard',
      `127.0.0.1:${first!.port}`,
      '--cluster-from',
      ids[0]!,
      '--cluster-to',
      ids[1]!,
      '--cluster-slots',
      '1000',
      '--cluster-yes',
    ]);
    let moved = false;
    void moving.then(() => (moved = true));
    const rounds = new Map<string, number>();
    const write = async ({ key, fence }: (typeof tasks)[number]): Promise<void> => {
      for (let round = 1; !moved || round < 5; round += 1) {
        const events = [
          chunk('a', `${round} `, { append: true }),
          chunk(`of ${round}`, 'x'),
          progress(round),
        ];
        await vi.waitFor(() => mustAppend(datastore.tasks, key, { fence, batch: round }, ...events), BACK);
        rounds.set(key.taskId, round);
        await mustCreate(datastore.tasks, newTask({ owner: key.owner })).catch(() => undefined);
      }
      const last = (rounds.get(key.taskId) ?? 0) + 1;
      await vi.waitFor(
        () => mustAppend(datastore.tasks, key, { fence, batch: last }, status('COMPLETED')),
        BACK,
      );
    };
    await Promise.all([moving, ...tasks.map(write)]);
    const most = Math.max(...rounds.values());
    console.log(`${most} rounds of appends to 60 tasks while 1000 slots moved`);
    for (const { key } of tasks) {
      const count = rounds.get(key.taskId) ?? 0;
      const record = await mustLoad(datastore.tasks, key);
      expect(artifactTexts(record).a).toEqual(counting(1, count).map((round) => `${round} `));
      expect(record.task.artifacts).toHaveLength(count + 1);
      expect((await readAll(datastore.tasks, key)).map(({ sequence }) => sequence)).toEqual(
        counting(1, 3 * count + 2),
      );
      const { total } = await datastore.tasks.list({ owner: key.owner, limit: 1, artifacts: false });
      expect(total).toBeGreaterThanOrEqual(count);
    }
    await datastore.close();
    await cluster.remove();
  });

  it('on a cluster writes nothing where only some of the keys of a task are', async () => {
    const cluster = await RedisCluster.start();
    const datastore = await openedDatastore({ url: cluster.url });
    const { key, fence } = await claimedTask(datastore.tasks, { events: [chunk('a', '1')] });
    const [taskKey] = new AgentKeys('contract').ofTask(key);
    const [first] = cluster.nodes;
    const slot = await first!.command<number>('CLUSTER', 'KEYSLOT', taskKey);
    const from = await cluster.ownerOf(slot);
    const to = cluster.nodes.find((node) => node !== from)!;
    const [fromId, toId] = [
      await from.command<string>('CLUSTER', 'MYID'),
      await to.command<string>('CLUSTER', 'MYID'),
    ];
    const keys = await from.command<string[]>('CLUSTER', 'GETKEYSINSLOT', slot, 100);
    expect(keys.length).toBeGreaterThan(6);
    await to.command('CLUSTER', 'SETSLOT', slot, 'IMPORTING', fromId);
    await from.command('CLUSTER', 'SETSLOT', slot, 'MIGRATING', toId);
    const move = async (moved: string[]): Promise<void> => {
      await from.command('MIGRATE', '127.0.0.1', to.port, '', 0, 5_000, 'KEYS', ...moved);
    };
    const logKey = keys.find((name) => name.includes('}:log:'));

    await move([logKey!]);
    const write = () =>
      mustAppend(datastore.tasks, key, { fence, batch: 1 }, chunk('a', '2', { append: true }));
    await expect(write()).rejects.toThrow(DatastoreUnavailable);
    await expect(mustLoad(datastore.tasks, key)).rejects.toThrow(DatastoreUnavailable);
    const waiting = vi.waitFor(write, BACK);
    await move(keys.filter((name) => name !== logKey));
    for (const node of [to, from]) await node.command('CLUSTER', 'SETSLOT', slot, 'NODE', toId);
    await waiting;
    expect(artifactTexts(await mustLoad(datastore.tasks, key))).toEqual({ a: ['1', '2'] });
    expect((await readAll(datastore.tasks, key)).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    await datastore.close();
    await cluster.remove();
  });
});
