import { mkdtempSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { datastoreFor } from '../../../src/a2a/datastore/open-datastore.js';
import { FolderContents } from '../../../src/a2a/datastore/contents/folder-contents.js';
import type { Datastore } from '../../../src/a2a/datastore/ports/index.js';
import { createTestDatabase, execute, type TestDatabase } from '../../support/postgres-server.js';
import { canTestRedis, RedisServer } from '../../support/redis-server.js';
import { mustCreate, newTask } from '../task-store/fixtures.js';
import { describeTaskContents } from './task-contents.contract.js';

const HOURS_MS = 2 * 3_600_000;

async function* bytes(count: number): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(count);
}

const artifactFolder = mkdtempSync(join(tmpdir(), 'nest-a2a-contents-'));
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(artifactFolder, { recursive: true });
});

function open(options: Partial<Parameters<typeof datastoreFor>[0]>): Datastore {
  return datastoreFor({ dataDir: '', name: 'contract', warn: () => undefined, ...options });
}

describeTaskContents('PostgreSQL', () => open({ url: database.url }), true);
describeTaskContents('a folder', () => open({ url: database.url, artifactFolder }), false);

it('PostgreSQL keeps no row of a content that has failed, or whose task is deleted', async () => {
  const datastore = open({ url: database.url, name: 'rows' });
  await datastore.open();
  const count = async () => {
    const sql = `select (select count(*) from a2a.content c join a2a.task t on t.no = c.task_no where t.agent = 'rows')::int
                          as contents,
                        (select count(*) from a2a.content_chunk k
                          where k.content_no in (select max(no) from a2a.content))::int as chunks`;
    const [row] = await execute<{ contents: number; chunks: number }>(database.url, sql);
    return row;
  };
  const task = newTask();
  await mustCreate(datastore.tasks, task);
  async function* failing() {
    yield* bytes(1_000_000);
    throw new Error('broken');
  }
  await expect(datastore.contents.write(task.key, 'x', {}, failing())).rejects.toThrow('broken');
  expect(await count()).toMatchObject({ contents: 0 });
  await datastore.contents.write(task.key, 'y', {}, bytes(1_000_000));
  expect(await count()).toEqual({ contents: 1, chunks: 4 });
  await datastore.tasks.delete(task.key);
  const [{ left } = { left: -1 }] = await execute<{ left: number }>(
    database.url,
    `select count(*)::int as left from a2a.content_chunk k left join a2a.content c on c.no = k.content_no where c.no is null`,
  );
  expect(await count()).toMatchObject({ contents: 0 });
  expect(left).toBe(0);
  await datastore.close();
});

describe('a folder for contents', () => {
  it('has no name that a caller has given, and no file of what has failed', async () => {
    const folder = join(artifactFolder, 'names');
    const contents = new FolderContents(folder, '../agent');
    await contents.open();
    const key = { owner: '../../owner', taskId: '../task' };
    await contents.write(key, '../../content', { filename: '../../file' }, bytes(10));
    async function* failing() {
      yield* bytes(10);
      throw new Error('broken');
    }
    await expect(contents.write(key, 'other', {}, failing())).rejects.toThrow('broken');
    const names = (await readdir(folder, { recursive: true })).flatMap((path) => path.split('/'));
    for (const name of names) expect(name).toMatch(/^([0-9a-f]{64}(\.data|\.json)?|task\.json)$/);
    expect(new Set(names).size).toBe(5);
    await contents.deleteOf(key);
    expect(await readdir(folder, { recursive: true })).toHaveLength(1);
  });

  it('names those tasks that had contents for an hour, a few at a time, and clears what nothing came of', async () => {
    const folder = join(artifactFolder, 'survey');
    const contents = new FolderContents(folder, 'agent');
    await contents.open();
    const keys = Array.from({ length: 7 }, (_, index) => ({ owner: 'o', taskId: `t${index}` }));
    for (const key of keys) await contents.write(key, 'x', {}, bytes(10));
    const [agent = ''] = await readdir(folder);
    const root = join(folder, agent);
    const age = new Date(Date.now() - HOURS_MS);
    const taskOf = async (name: string) =>
      (JSON.parse(await readFile(join(root, name, 'task.json'), 'utf8')) as { taskId: string }).taskId;
    for (const name of await readdir(root)) {
      if ((await taskOf(name)) !== 't3') await utimes(join(root, name), age, age);
    }
    await mkdir(join(root, 'begun'));
    await writeFile(join(root, 'begun', 'x'), '');
    await utimes(join(root, 'begun'), age, age);

    const found = [...(await contents.survey(4)), ...(await contents.survey(4))];
    expect(found.map(({ taskId }) => taskId).toSorted()).toEqual(['t0', 't1', 't2', 't4', 't5', 't6']);
    expect(await readdir(root)).toHaveLength(7);
    // The round is over, and the next one rests.
    expect(await contents.survey(100)).toEqual([]);
    expect(await contents.survey(100)).toEqual([]);
  });

  it('that can not be written is said when the datastore opens', async () => {
    const file = join(artifactFolder, 'a-file');
    await writeFile(file, '');
    const datastore = open({ url: database.url, artifactFolder: file });
    await expect(datastore.open()).rejects.toThrow(/ARTIFACT_FOLDER=.*a-file can not be used.*Set it to/);
    await datastore.close();
  });
});

describe.runIf(canTestRedis())('Redis', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterAll(() => server.remove());

  describeTaskContents('Redis with a folder', () => open({ url: server.url, artifactFolder }), false);

  it('without a folder takes nothing, and says what to set', async () => {
    const datastore = open({ url: server.url });
    await datastore.open();
    const task = newTask();
    await mustCreate(datastore.tasks, task);
    await expect(datastore.contents.write(task.key, 'x', {}, bytes(10))).rejects.toMatchObject({
      reason: 'no-place',
      message: expect.stringContaining('ARTIFACT_FOLDER'),
    });
    expect(await datastore.contents.describe(task.key, 'x')).toBeUndefined();
    await datastore.close();
  });
});
