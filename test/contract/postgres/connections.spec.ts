import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DatastoreError } from '../../../src/a2a/datastore/datastore-error.js';
import type { Datastore } from '../../../src/a2a/datastore/ports/index.js';
import { createTestDatabase, execute, type TestDatabase } from '../../support/postgres-server.js';
import { openedDatastore } from '../opened-datastore.js';
import { ALL, claimedTask, counting, mustAppend, newTask, progress } from '../task-store/fixtures.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const open = (name = 'agent'): Promise<Datastore> => openedDatastore({ url: database.url, name });

/** Connections to the database of this file, but for the one that asks. */
async function connections(): Promise<number> {
  const [row] = await execute<{ count: number }>(
    database.url,
    `select count(*)::integer as count
       from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
  return row?.count ?? NaN;
}

async function terminateAll(): Promise<void> {
  await execute(
    database.url,
    `select pg_terminate_backend(pid)
       from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
}

describe('connections', () => {
  it.each([1, 10, 30])(
    'of a process with %i workers are at most 13 + 2 for each, at work too',
    async (workers) => {
      await vi.waitFor(async () => expect(await connections()).toBe(0), 5_000);
      const datastore = await open();
      await datastore.queues.checkCapacity(workers);
      const names = counting(1, workers).map((number) => `skill-${number}`);
      const done = new Map<string, number>();
      const started: Worker[] = names.map((name) =>
        datastore.queues.worker(
          name,
          async () => {
            await delay(5);
            done.set(name, (done.get(name) ?? 0) + 1);
          },
          { concurrency: 4, removeOnComplete: { count: 0 } },
        ),
      );
      const queues = names.map((name) => datastore.queues.queue<{ job: number }>(name));
      const tasks = await Promise.all(counting(1, 20).map(() => claimedTask(datastore.tasks)));

      let highest = 0;
      const finished = new AbortController();
      const watching = (async () => {
        while (!finished.signal.aborted) {
          highest = Math.max(highest, await connections());
          await delay(20);
        }
      })();
      const jobsEach = Math.ceil(120 / workers);
      await Promise.all([
        ...queues.flatMap((queue) => counting(1, jobsEach).map((job) => queue.add('job', { job }))),
        ...tasks.flatMap(({ key, fence }) =>
          counting(1, 10).map((percent) => mustAppend(datastore.tasks, key, { fence }, progress(percent))),
        ),
      ]);
      await vi.waitFor(() => {
        for (const name of names) expect(done.get(name)).toBe(jobsEach);
      }, 60_000);
      finished.abort();
      await watching;

      console.log(`${workers} workers: at most ${highest} connections, ${13 + 2 * workers} allowed`);
      expect(highest).toBeLessThanOrEqual(13 + 2 * workers);
      await Promise.all(started.map((worker) => worker.close()));
      await Promise.all(queues.map((queue) => queue.close()));
      await datastore.close();
      await vi.waitFor(async () => expect(await connections()).toBe(0), 5_000);
    },
  );

  it('that nobody uses are released, all but those that listen and announce', async () => {
    const datastore = await open();
    const worker = datastore.queues.worker('idle', () => Promise.resolve());
    await worker.waitUntilReady();
    await Promise.all(counting(1, 20).map(() => datastore.tasks.create(newTask())));
    expect(await connections()).toBeGreaterThan(3);
    await vi.waitFor(async () => expect(await connections()).toBeLessThanOrEqual(4), 30_000);
    await worker.close();
    await datastore.close();
  });

  it('are refused at boot when the server has not enough of them', async () => {
    const datastore = await open();
    await datastore.queues.checkCapacity(0);
    const refusal = datastore.queues.checkCapacity(10_000);
    await expect(refusal).rejects.toThrow(DatastoreError);
    await expect(refusal).rejects.toThrow(
      /20013 connections.*max_connections in postgresql.conf to at least \d+/,
    );
    await datastore.close();
  });

  it('come back after they were lost, and whoever watches is woken', async () => {
    const [writer, watcher] = await Promise.all([open(), open()]);
    const worked: number[] = [];
    const worker = watcher.queues.worker<number>('lost', (job) =>
      Promise.resolve(void worked.push(job.data)),
    );
    await worker.waitUntilReady();
    const queue = writer.queues.queue<number>('lost');
    const { key, fence } = await claimedTask(writer.tasks);
    await delay(100);
    let wakeUps = 0;
    watcher.notifications.subscribe(key.taskId, () => (wakeUps += 1));

    await terminateAll();
    await vi.waitFor(() => expect(wakeUps).toBe(1), 10_000);
    await vi.waitFor(async () => {
      await mustAppend(writer.tasks, key, { fence }, progress(1));
      expect(wakeUps).toBeGreaterThan(1);
    }, 10_000);
    await vi.waitFor(() => queue.add('job', 1), 10_000);
    await vi.waitFor(() => expect(worked).toContain(1), 20_000);

    await worker.close();
    await queue.close();
    await Promise.all([writer.close(), watcher.close()]);
  });

  it('wake a watcher in the same process once for each append', async () => {
    const datastore = await open();
    const { key, fence } = await claimedTask(datastore.tasks);
    let wakeUps = 0;
    datastore.notifications.subscribe(key.taskId, () => (wakeUps += 1));
    for (const percent of counting(1, 5))
      await mustAppend(datastore.tasks, key, { fence }, progress(percent));
    await delay(300);
    expect(wakeUps).toBe(5);
    await datastore.close();
  });
});

describe('two agents in one database', () => {
  it('see neither tasks, overdue turns nor jobs of each other', async () => {
    const [one, two] = await Promise.all([open('one'), open('two: 二.%')]);
    const { key, fence } = await claimedTask(one.tasks);
    await one.tasks.release({ key, fence }, 0, true);
    expect(await two.tasks.load(key, ALL)).toBeUndefined();
    const due = { limit: 100, recheckMs: 1_000, maxAgeMs: {} };
    expect((await two.tasks.takeDue(due)).overdue).toEqual([]);
    expect((await two.tasks.list({ owner: key.owner, limit: 5, ...ALL })).total).toBe(0);
    expect((await one.tasks.takeDue(due)).overdue).toHaveLength(1);

    const worked: string[] = [];
    const workers = [one, two].map((datastore, index) =>
      datastore.queues.worker<string>('技能.a:b', (job) =>
        Promise.resolve(void worked.push(`${index}: ${job.data}`)),
      ),
    );
    const queues = [one, two].map((datastore) => datastore.queues.queue<string>('技能.a:b'));
    await Promise.all(queues.map((queue, index) => queue.add('job', `for ${index}`)));
    await vi.waitFor(() => expect([...worked].toSorted()).toEqual(['0: for 0', '1: for 1']), 20_000);

    await Promise.all(workers.map((worker) => worker.close()));
    await Promise.all(queues.map((queue) => queue.close()));
    await Promise.all([one.close(), two.close()]);
  });
});
