import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Datastore, TaskKey } from '../../../src/a2a/datastore/ports/index.js';
import { createTestDatabase, execute, type TestDatabase } from '../../support/postgres-server.js';
import { openedDatastore } from '../opened-datastore.js';
import {
  ask,
  chunk,
  claimedTask,
  counting,
  due,
  mustAppend,
  mustClaim,
  mustLoad,
  newTask,
  progress,
  readAll,
  status,
} from '../task-store/fixtures.js';

let database: TestDatabase;
let datastore: Datastore;
beforeAll(async () => {
  database = await createTestDatabase();
  datastore = await openedDatastore({ url: database.url, name: 'storage' });
});
afterAll(async () => {
  await datastore.close();
  await database.drop();
});

const TABLES = ['task', 'event', 'artifact', 'message', 'turn', 'step', 'delivery'];

/** The number of rows in each table. */
async function rows(): Promise<Record<string, number>> {
  const counts = TABLES.map((table) => `(select count(*)::integer from a2a.${table}) as ${table}`);
  const [row] = await execute<Record<string, number>>(database.url, `select ${counts.join(', ')}`);
  return row ?? {};
}

it('never goes back in time within a task, when the clock does', async () => {
  const { key, fence } = await claimedTask(datastore.tasks);
  await execute(database.url, `update a2a.task set last_at = last_at + 3600000 where id = $1`, [key.taskId]);
  await mustAppend(datastore.tasks, key, { fence }, progress(1));
  await mustAppend(datastore.tasks, key, { fence }, status('COMPLETED'));
  const [first, ...later] = (await readAll(datastore.tasks, key)).map(({ at }) => at);
  expect(later).toEqual([first! + 3_600_000, first! + 3_600_000]);
  const { timestamp } = (await mustLoad(datastore.tasks, key)).task.status;
  expect(timestamp).toBe(new Date(first! + 3_600_000).toISOString());
  await datastore.tasks.delete(key);
});

it('keeps one row of each artifact between turns, and no steps and turns that are over', async () => {
  const { tasks } = datastore;
  const { key, fence } = await claimedTask(tasks);
  await tasks.saveStep(key, fence, 'step', 1);
  await mustAppend(tasks, key, { fence }, chunk('a', '1'), chunk('b', '1'), status('INPUT_REQUIRED'));
  await ask(tasks, key, 'two');
  const two = await mustClaim(tasks, key, 2);
  await mustAppend(
    tasks,
    key,
    two,
    chunk('a', '2', { append: true }),
    chunk('b', '2'),
    status('INPUT_REQUIRED'),
  );
  expect(await rows()).toEqual({ task: 1, event: 8, artifact: 2, message: 2, turn: 0, step: 0, delivery: 0 });
  await tasks.delete(key);
});

it('leaves no row of a deleted task, also when it was being written to', async () => {
  const { tasks } = datastore;
  for (const _ of counting(1, 20)) {
    const { key, fence } = await claimedTask(tasks);
    await tasks.saveStep(key, fence, 'step', 1);
    const write = () =>
      tasks.append(key, { fence }, [chunk('a', 'x', { append: true }), status('WORKING', 'w')]);
    await Promise.all([write(), write(), write(), tasks.delete(key), write(), ask(tasks, key, 'more')]);
  }
  expect(await rows()).toEqual({ task: 0, event: 0, artifact: 0, message: 0, turn: 0, step: 0, delivery: 0 });
});

it('forgets deliveries with their task, and those whose window is over with the next sweep', async () => {
  const { tasks, deliveries } = datastore;
  const deliver = async (windowMs: number): Promise<TaskKey> => {
    const task = newTask();
    await tasks.create(task, { delivery: { messageId: task.message.messageId, digest: 'd', windowMs } });
    return task.key;
  };
  const keys = await Promise.all([60_000, 60_000, 1, 1].map(deliver));
  await deliveries.begin('owner', { messageId: 'm', digest: 'd', windowMs: 60_000 }, 1);
  await delay(50);
  expect(await rows()).toMatchObject({ task: 4, delivery: 5 });
  await tasks.delete(keys[0]!);
  expect(await rows()).toMatchObject({ task: 3, delivery: 4 });
  await due(tasks);
  expect(await rows()).toMatchObject({ task: 3, delivery: 1 });
  await Promise.all(keys.map((key) => tasks.delete(key)));
  expect(await rows()).toMatchObject({ task: 0, delivery: 0 });
});
