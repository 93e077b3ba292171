import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg, { type Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Datastore, TaskKey } from '../../../src/a2a/datastore/ports/index.js';
import { createTestDatabase, type TestDatabase } from '../../support/postgres-server.js';
import { openedDatastore } from '../opened-datastore.js';
import {
  ALL,
  due,
  LEASE_MS,
  mustAppend,
  mustClaim,
  mustLoad,
  progress,
  state,
  status,
} from '../task-store/fixtures.js';

const MIGRATIONS = fileURLToPath(new URL('../../../src/a2a/datastore/postgres/migrations', import.meta.url));

/** How many migrations the version before had. */
const BEFORE = 4;

let database: TestDatabase;
let old: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrateAsBefore();
  old = new pg.Client({ connectionString: database.url });
  await old.connect();
});
afterAll(async () => {
  await old.end();
  await database.drop();
});

async function migrateAsBefore(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'nest-a2a-migrations-'));
  const names = (await readdir(MIGRATIONS)).toSorted().slice(0, BEFORE);
  for (const name of names) await copyFile(join(MIGRATIONS, name), join(dir, name));
  await runner({
    databaseUrl: database.url,
    dir,
    direction: 'up',
    schema: 'a2a',
    createSchema: true,
    migrationsTable: 'migration',
    singleTransaction: true,
    log: () => undefined,
  });
  await rm(dir, { recursive: true });
}

/** A statement as the version before sends it: prepared once for each connection. */
async function send<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]> {
  return (await old.query<Row>({ name, text, values })).rows;
}

interface OldPiece {
  readonly kind: string;
  readonly name: string;
  readonly body: string;
}

const oldCreate = (key: TaskKey): Promise<OldPiece[]> =>
  send('create', 'select * from a2a.create_task($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
    'contract',
    key.owner,
    key.taskId,
    'context',
    'a-skill',
    JSON.stringify({ subject: 'someone' }),
    JSON.stringify({ messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hello' }] }),
    null,
    null,
    JSON.stringify([
      { body: '{"statusUpdate":{"status":{"state":"TASK_STATE_SUBMITTED"}}}', state: state('SUBMITTED') },
    ]),
  ]);

const oldClaim = (key: TaskKey, leaseMs: number): Promise<OldPiece[]> =>
  send('claim', 'select * from a2a.claim($1, $2, $3, $4, $5)', [
    'contract',
    key.owner,
    key.taskId,
    1,
    leaseMs,
  ]);

const oldAppend = (key: TaskKey, fence: number): Promise<{ outcome: string; sequence: number }[]> =>
  send('append', 'select * from a2a.append($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    'contract',
    key.owner,
    key.taskId,
    fence,
    null,
    null,
    null,
    JSON.stringify([
      { body: '{"statusUpdate":{"status":{"state":"TASK_STATE_WORKING"}}}', state: state('WORKING') },
    ]),
    0,
  ]);

const fenceOf = (pieces: OldPiece[]): number =>
  (JSON.parse(pieces.find(({ kind }) => kind === 'claim')?.body ?? '{}') as { fence: number }).fence;

const newKey = (): TaskKey => ({ owner: `owner-${randomUUID()}`, taskId: randomUUID() });

it('goes on with what the version before has stored, beside processes of that version', async () => {
  const begun = newKey();
  await oldCreate(begun);
  const fence = fenceOf(await oldClaim(begun, LEASE_MS));
  expect(await oldAppend(begun, fence)).toMatchObject([{ outcome: 'appended', sequence: 2 }]);

  const datastore: Datastore = await openedDatastore({ url: database.url });
  const { tasks } = datastore;
  try {
    // The old process goes on in the middle of its turn, with the statements that it has prepared.
    expect(await oldAppend(begun, fence)).toMatchObject([{ outcome: 'appended', sequence: 3 }]);
    expect(await mustLoad(tasks, begun)).toMatchObject({
      sequence: 3,
      task: { history: [{ messageId: 'm' }] },
    });
    await tasks.release({ key: begun, fence }, 0, true);
    expect(await oldAppend(begun, fence)).toMatchObject([{ outcome: 'fenced' }]);
    const second = await mustClaim(tasks, begun, 1);
    expect(second).toMatchObject({ attempt: 2, turn: 1 });
    await mustAppend(tasks, begun, { fence: second.fence, batch: 1 }, progress(1));
    expect(await oldClaim(begun, LEASE_MS)).toMatchObject([{ kind: 'claim', name: 'busy' }]);
    await mustAppend(tasks, begun, { fence: second.fence, batch: 2 }, status('COMPLETED'));

    // Both make tasks, and each runs what the other has made.
    const theirs = newKey();
    expect((await oldCreate(theirs)).map(({ kind }) => kind)).toContain('task');
    const claim = await mustClaim(tasks, theirs, 1, 1);
    expect(claim).toMatchObject({ attempt: 1, runningMs: 0, message: { messageId: 'm' } });
    const taken = await oldClaim(theirs, 1);
    expect(fenceOf(taken)).toBeGreaterThan(claim.fence);
    expect(taken[0]?.body).toContain('hello');
    const ids = (await due(tasks)).overdue.map(({ key }) => key.taskId);
    expect(ids).toContain(theirs.taskId);
    const { rows } = await old.query<{ deleted: boolean }>('select a2a.delete_task($1, $2, $3) as deleted', [
      'contract',
      theirs.owner,
      theirs.taskId,
    ]);
    expect(rows).toEqual([{ deleted: true }]);
    expect(await tasks.load(theirs, ALL)).toBeUndefined();

    // What a later version has stored is not run by this one.
    const later = newKey();
    await oldCreate(later);
    await old.query('update a2a.task set format = 2 where id = $1', [later.taskId]);
    expect(await tasks.claim(later, 1, LEASE_MS)).toEqual({ outcome: 'newer' });
    expect((await mustLoad(tasks, later)).turnsEnded).toBe(0);
  } finally {
    await datastore.close();
  }
});

it('opens beside a version that has added more', async () => {
  await old.query(`insert into a2a.migration (name, run_on) values ('9999_of-a-later-version', now())`);
  const datastore = await openedDatastore({ url: database.url });
  expect(await datastore.ping()).toBeUndefined();
  await datastore.close();
});
