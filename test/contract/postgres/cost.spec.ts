import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Datastore } from '../../../src/a2a/datastore/ports/index.js';
import { createTestDatabase, execute, type TestDatabase } from '../../support/postgres-server.js';
import { openedDatastore } from '../opened-datastore.js';
import {
  artifactTexts,
  chunk,
  claimedTask,
  counting,
  mustAppend,
  mustLoad,
  status,
} from '../task-store/fixtures.js';

const CHUNKS = 4_000;
const MEASURED = 100;

let database: TestDatabase;
let datastore: Datastore;
beforeAll(async () => {
  database = await createTestDatabase();
  datastore = await openedDatastore({ url: database.url, name: 'cost' });
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await datastore.close();
  await database.drop();
});

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

it(`writes the ${CHUNKS}th chunk of an artifact at the price of the first`, async () => {
  const { key, fence } = await claimedTask(datastore.tasks);
  const write = (...numbers: number[]) =>
    mustAppend(
      datastore.tasks,
      key,
      { fence },
      ...numbers.map((number) => chunk('big', `${number} `.padEnd(100, 'x'), { append: number > 1 })),
    );
  const first = await cost(() => write(1), MEASURED);
  const end = CHUNKS - MEASURED - 1;
  for (let number = MEASURED + 2; number <= end; number += 20) {
    await write(...counting(number, Math.min(number + 19, end)));
  }
  const last = await cost(() => write(end + 1), MEASURED);
  console.log(`first ${MEASURED} chunks: ${JSON.stringify(first)}, last: ${JSON.stringify(last)}`);
  expect(first.statements).toBe(1);
  expect(last.statements).toBe(1);
  expect(last.sentBytes).toBeLessThanOrEqual(1.5 * first.sentBytes);
  expect(last.walBytes).toBeLessThanOrEqual(1.5 * first.walBytes);

  const growing = await timed(() => mustLoad(datastore.tasks, key));
  const closing = await timed(() => mustAppend(datastore.tasks, key, { fence }, status('COMPLETED')));
  const compacted = await timed(() => mustLoad(datastore.tasks, key));
  console.log(
    `load while it grows ${growing.ms} ms, compaction ${closing.ms} ms, load when compacted ${compacted.ms} ms`,
  );
  expect(artifactTexts(growing.result).big).toHaveLength(CHUNKS);
  expect(artifactTexts(compacted.result)).toEqual(artifactTexts(growing.result));

  // The statistics arrive late.
  const updates = await vi.waitFor(async () => {
    const rows = await execute<{ relname: string; ins: number; upd: number; hot: number }>(
      database.url,
      `select relname, n_tup_ins::integer as ins, n_tup_upd::integer as upd, n_tup_hot_upd::integer as hot
         from pg_stat_user_tables
        where schemaname = 'a2a'`,
    );
    const tables = new Map(rows.map((row) => [row.relname, row]));
    expect(tables.get('event')?.ins).toBe(CHUNKS + 2);
    return tables;
  }, 30_000);
  console.log(
    `task rows: ${JSON.stringify(updates.get('task'))}, artifact rows: ${JSON.stringify(updates.get('artifact'))}`,
  );
  const task = updates.get('task');
  expect((task?.hot ?? 0) / (task?.upd ?? 1)).toBeGreaterThan(0.95);
  expect(updates.get('artifact')).toMatchObject({ ins: 1, upd: 1 });
  expect(updates.get('event')?.upd).toBe(0);
});

/**
 * Writes a chunk and looks at what was sent for it; then has the server execute the same statement so many times
 * and tell the mean of what each wrote ahead, without page images: those come with checkpoints. Others' writing
 * does not show in it.
 */
async function cost(
  write: () => Promise<unknown>,
  times: number,
): Promise<{ statements: number; sentBytes: number; walBytes: number }> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await write();
  // What announces the chunk is gathered for many and may come later; it is the same for every chunk.
  const sent = query.mock.calls
    .map(([config]) => config as unknown as Statement | string)
    .filter((config) => typeof config !== 'string' || !config.includes('pg_notify'));
  query.mockRestore();

  const [{ text, values }] = sent as [Statement];
  // A chunk as those that follow it: the first one may have been the one that made the artifact.
  const appended = values.map((value) =>
    typeof value === 'string' ? value.replace('"append":false', '"append":true') : value,
  );
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const walBytes: number[] = [];
  for (const _ of counting(1, times)) {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, wal, format json) ${text}`,
      [...appended],
    );
    const plan = rows[0]!['QUERY PLAN'][0].Plan;
    if (plan['WAL FPI'] === 0) walBytes.push(plan['WAL Bytes']!);
  }
  await client.end();
  expect(walBytes.length).toBeGreaterThan(times / 2);
  return {
    statements: sent.length,
    sentBytes: sent.reduce((sum, statement) => sum + Buffer.byteLength(JSON.stringify(statement)), 0),
    walBytes: Math.round(walBytes.reduce((sum, bytes) => sum + bytes, 0) / walBytes.length),
  };
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const startedAt = performance.now();
  const result = await work();
  return { result, ms: Math.round((performance.now() - startedAt) * 10) / 10 };
}
