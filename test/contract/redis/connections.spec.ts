import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Datastore } from '../../../src/a2a/datastore/ports/index.js';
import { canTestRedis, RedisServer } from '../../support/redis-server.js';
import { openedDatastore } from '../opened-datastore.js';
import {
  ALL,
  claimedTask,
  counting,
  due,
  mustAppend,
  mustCreate,
  newTask,
  progress,
} from '../task-store/fixtures.js';

/** After an outage everything works again within this. */
const BACK = { timeout: 30_000, interval: 100 };

const opened: Datastore[] = [];

async function open(server: RedisServer, name = 'agent', waitReplicas = 0): Promise<Datastore> {
  const datastore = await openedDatastore({ url: server.url, name, waitReplicas });
  opened.push(datastore);
  return datastore;
}

/** What each connection to the server calls itself, but for those of the tests. */
async function connections(server: RedisServer): Promise<string[]> {
  const list = await server.command<string>('CLIENT', 'LIST');
  return [...list.matchAll(/ name=(\S*) /g)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'test' && !/^nest-a2a.*:worker.*refresher/.test(name));
}

describe.runIf(canTestRedis())('connections to Redis', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterEach(async () => {
    server.resume();
    await Promise.all(opened.splice(0).map((datastore) => datastore.close()));
  });
  afterAll(() => server.remove());

  it('of a process are three and two for each worker, and are gone when it closes', async () => {
    await vi.waitFor(async () => expect(await connections(server)).toEqual([]), BACK);
    const datastore = await open(server);
    const queues = counting(1, 5).map((number) => datastore.queues.queue<number>(`skill-${number}`));
    const done: number[] = [];
    const workers = counting(1, 5).map((number) =>
      datastore.queues.worker<number>(`skill-${number}`, (job) => Promise.resolve(void done.push(job.data))),
    );
    await Promise.all(queues.flatMap((queue) => counting(1, 10).map((job) => queue.add('job', job))));
    const unsubscribe = counting(1, 50).map((number) =>
      datastore.notifications.subscribe(`task-${number}`, () => undefined),
    );
    await Promise.all(counting(1, 50).map(() => mustCreate(datastore.tasks, newTask())));
    await vi.waitFor(() => expect(done).toHaveLength(50), BACK);
    const names = await connections(server);
    expect(names).toHaveLength(3 + 2 * 5);
    expect(names.filter((name) => name.endsWith(':wake-ups'))).toHaveLength(1);

    for (const leave of unsubscribe) leave();
    await Promise.all(workers.map((worker) => worker.close()));
    await Promise.all(queues.map((queue) => queue.close()));
    await datastore.close();
    await vi.waitFor(async () => expect(await connections(server)).toEqual([]), BACK);
  });

  it('subscribe to the tasks that somebody watches, and to no others', async () => {
    const datastore = await open(server, 'watching');
    const channels = () => server.command<string[]>('PUBSUB', 'CHANNELS', 'a2a:watching:*');
    const leave = ['one', 'one', 'two'].map((id) => datastore.notifications.subscribe(id, () => undefined));
    await vi.waitFor(async () => expect(await channels()).toHaveLength(2), BACK);
    leave[0]?.();
    leave[2]?.();
    await vi.waitFor(async () => expect(await channels()).toEqual(['a2a:watching:wake:one']), BACK);
    leave[1]?.();
    await vi.waitFor(async () => expect(await channels()).toEqual([]), BACK);
  });

  it('wake a watcher in the same process once for each append', async () => {
    const datastore = await open(server);
    const { key, fence } = await claimedTask(datastore.tasks);
    let wakeUps = 0;
    datastore.notifications.subscribe(key.taskId, () => (wakeUps += 1));
    // One comes for the subscription itself.
    await vi.waitFor(() => expect(wakeUps).toBe(1), BACK);
    wakeUps = 0;
    for (const percent of counting(1, 5)) {
      await mustAppend(datastore.tasks, key, { fence }, progress(percent));
    }
    await delay(300);
    expect(wakeUps).toBe(5);
  });

  it('keep agents on one server apart: tasks, sweeps, places and jobs', async () => {
    const [one, two] = await Promise.all([open(server, 'one'), open(server, 'two: 二.{x}')]);
    const { key, fence } = await claimedTask(one.tasks);
    await one.tasks.release({ key, fence }, 0, true);
    expect(await two.tasks.load(key, ALL)).toBeUndefined();
    expect(await two.tasks.locate(key.taskId)).toEqual([]);
    expect((await due(two.tasks)).overdue).toEqual([]);
    expect((await two.tasks.list({ owner: key.owner, limit: 5, ...ALL })).total).toBe(0);
    expect((await due(one.tasks)).overdue).toHaveLength(1);
    expect(await Promise.all([one, two].map(({ turnOrder }) => turnOrder.place('queue', 'me')))).toEqual([
      1, 1,
    ]);

    const worked: string[] = [];
    const workers = [one, two].map(({ queues }, index) =>
      queues.worker<string>('技能.a:b', (job) => Promise.resolve(void worked.push(`${index}: ${job.data}`))),
    );
    const queues = [one, two].map((datastore) => datastore.queues.queue<string>('技能.a:b'));
    await Promise.all(queues.map((queue, index) => queue.add('job', `for ${index}`)));
    await vi.waitFor(() => expect([...worked].toSorted()).toEqual(['0: for 0', '1: for 1']), BACK);
    await Promise.all(workers.map((worker) => worker.close()));
    await Promise.all(queues.map((queue) => queue.close()));
  });
});
