import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DatastoreUnavailable } from '../../../src/a2a/datastore/datastore-error.js';
import type { Datastore } from '../../../src/a2a/datastore/ports/index.js';
import { TaskFeed } from '../../../src/a2a/tasks/task-feed.service.js';
import { canTestRedis, RedisServer } from '../../support/redis-server.js';
import { openedDatastore } from '../opened-datastore.js';
import {
  ALL,
  claimedTask,
  counting,
  due,
  mustAppend,
  mustLoad,
  newTask,
  progress,
} from '../task-store/fixtures.js';

/** Whatever fails, fails within this; deadlines of the code are 2 and 5 s. */
const BOUNDED_MS = 15_000;

/** After an outage everything works again within this. */
const BACK = { timeout: 30_000, interval: 100 };

const opened: Datastore[] = [];

async function open(server: RedisServer, name = 'agent', waitReplicas = 0): Promise<Datastore> {
  const datastore = await openedDatastore({ url: server.url, name, waitReplicas });
  opened.push(datastore);
  return datastore;
}

/** @returns in how many milliseconds it failed, which it must */
async function failing(work: () => Promise<unknown>): Promise<number> {
  const startedAt = Date.now();
  await expect(work()).rejects.toThrow(Error);
  return Date.now() - startedAt;
}

describe.runIf(canTestRedis())('connections to Redis that are lost', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterEach(async () => {
    server.resume();
    await Promise.all(opened.splice(0).map((datastore) => datastore.close()));
  });
  afterAll(() => server.remove());

  it('end the streams of a server that comes back without its last moments', async () => {
    const forgetful = await RedisServer.start(['--appendonly', 'no']);
    const datastore = await open(forgetful);
    const feed = new TaskFeed(datastore.tasks, datastore.notifications);
    const { key, fence } = await claimedTask(datastore.tasks);
    await forgetful.command('SAVE');
    await mustAppend(datastore.tasks, key, { fence }, progress(1), progress(2));
    const seen: number[] = [];
    let isOver = false;
    const reading = (async () => {
      for await (const { sequence } of feed.follow(key, 0, new AbortController().signal)) seen.push(sequence);
      isOver = true;
    })();
    await vi.waitFor(() => expect(seen).toEqual([1, 2, 3]), BACK);

    await forgetful.kill();
    await delay(500);
    expect(isOver).toBe(false);
    await forgetful.start();
    await vi.waitFor(() => expect(isOver).toBe(true), BACK);
    await reading;
    expect(seen).toEqual([1, 2, 3]);
    expect((await mustLoad(datastore.tasks, key)).sequence).toBe(1);
    await forgetful.remove();
  });

  it('fail soon while the server is gone, and come back with all that was stored', async () => {
    const datastore = await open(server);
    const queue = datastore.queues.queue<number>('gone');
    const worked: number[] = [];
    const worker = datastore.queues.worker<number>('gone', (job) =>
      Promise.resolve(void worked.push(job.data)),
    );
    const { key, fence } = await claimedTask(datastore.tasks);
    await queue.add('job', 1);
    await vi.waitFor(() => expect(worked).toEqual([1]), BACK);
    let wakeUps = 0;
    datastore.notifications.subscribe(key.taskId, () => (wakeUps += 1));
    await delay(1_200);
    wakeUps = 0;

    await server.kill();
    for (const work of [
      () => datastore.tasks.load(key, ALL),
      () => datastore.tasks.create(newTask()),
      () => due(datastore.tasks),
      () => datastore.ping(),
      () => queue.add('job', 2),
      () => datastore.queues.queue('made meanwhile').add('job', 2),
    ]) {
      expect(await failing(work)).toBeLessThan(BOUNDED_MS);
    }
    await expect(datastore.tasks.load(key, ALL)).rejects.toThrow(DatastoreUnavailable);

    await server.start();
    await vi.waitFor(() => datastore.ping(), BACK);
    expect((await mustLoad(datastore.tasks, key)).sequence).toBe(1);
    await mustAppend(datastore.tasks, key, { fence }, progress(1));
    await vi.waitFor(() => expect(wakeUps).toBeGreaterThan(0), BACK);
    await vi.waitFor(() => queue.add('job', 3), BACK);
    await vi.waitFor(() => expect(worked).toContain(3), BACK);
    // What was refused did not come after all.
    expect(worked).not.toContain(2);
    await worker.close();
    await queue.close();
  });

  it('fail soon while the server hangs, and go on when it does', async () => {
    const datastore = await open(server);
    const queue = datastore.queues.queue<number>('hanging');
    const { key, fence } = await claimedTask(datastore.tasks);
    server.pause();
    const took = await Promise.all([
      failing(() => datastore.tasks.append(key, { fence, batch: 1 }, [progress(1)])),
      failing(() => datastore.ping()),
      failing(() => queue.add('job', 1)),
    ]);
    for (const ms of took) expect(ms).toBeLessThan(BOUNDED_MS);
    server.resume();
    await vi.waitFor(() => mustAppend(datastore.tasks, key, { fence, batch: 1 }, progress(1)), BACK);
    expect((await mustLoad(datastore.tasks, key)).sequence).toBe(2);
    await vi.waitFor(() => queue.add('job', 2), BACK);
    await queue.close();
  });

  it('load the scripts again when the server has forgotten them', async () => {
    const datastore = await open(server);
    const { key, fence } = await claimedTask(datastore.tasks);
    await server.command('SCRIPT', 'FLUSH');
    await Promise.all(
      counting(1, 20).map((percent) => mustAppend(datastore.tasks, key, { fence }, progress(percent))),
    );
    expect((await mustLoad(datastore.tasks, key)).sequence).toBe(21);
  });

  it('come back after all of them were killed, and whoever watches is woken', async () => {
    const [writer, watcher] = await Promise.all([open(server), open(server)]);
    const worked: number[] = [];
    const worker = watcher.queues.worker<number>('lost', (job) =>
      Promise.resolve(void worked.push(job.data)),
    );
    await worker.waitUntilReady();
    const queue = writer.queues.queue<number>('lost');
    const { key, fence } = await claimedTask(writer.tasks);
    let wakeUps = 0;
    watcher.notifications.subscribe(key.taskId, () => (wakeUps += 1));
    await vi.waitFor(() => expect(wakeUps).toBe(1), BACK);
    wakeUps = 0;

    for (const type of ['normal', 'pubsub']) await server.command('CLIENT', 'KILL', 'TYPE', type);
    await vi.waitFor(() => expect(wakeUps).toBe(1), BACK);
    await vi.waitFor(async () => {
      await mustAppend(writer.tasks, key, { fence }, progress(1));
      await delay(50);
      expect(wakeUps).toBeGreaterThan(1);
    }, BACK);
    await vi.waitFor(() => queue.add('job', 1), BACK);
    await vi.waitFor(() => expect(worked).toContain(1), BACK);
    await worker.close();
    await queue.close();
  });

  it('wait for replicas where that is asked for', async () => {
    const replica = await RedisServer.start([
      '--appendonly',
      'yes',
      '--replicaof',
      '127.0.0.1',
      `${server.port}`,
    ]);
    await vi.waitFor(
      async () => expect(await server.command('INFO', 'replication')).toMatch(/slave0:.*state=online/),
      BACK,
    );
    const datastore = await open(server, 'replicated', 1);
    const { key, fence } = await claimedTask(datastore.tasks);
    await server.command('SCRIPT', 'FLUSH');
    await Promise.all(
      counting(1, 50).map((percent) => mustAppend(datastore.tasks, key, { fence }, progress(percent))),
    );
    expect(await datastore.tasks.saveStep(key, fence, 'step', 1)).toBe(true);

    replica.pause();
    const startedAt = Date.now();
    const outcomes = await Promise.allSettled(
      counting(1, 50).map((percent) => datastore.tasks.append(key, { fence }, [progress(percent)])),
    );
    expect(Date.now() - startedAt).toBeLessThan(BOUNDED_MS);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: expect.objectContaining({
          message: expect.stringMatching(/0 of the 1 replicas.*lose/),
        }) as unknown,
      });
      expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(DatastoreUnavailable);
    }
    // Readers wait for nobody.
    expect(await datastore.tasks.load(key, ALL)).toBeDefined();
    replica.resume();
    await vi.waitFor(() => mustAppend(datastore.tasks, key, { fence }, progress(1)), BACK);
    await datastore.close();
    await replica.remove();
  });
});
