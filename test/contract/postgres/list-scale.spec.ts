import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BY_INDEX } from '../../../src/a2a/datastore/postgres/connections/task-pool.js';
import { COUNT_WAITING_SQL } from '../../../src/a2a/datastore/postgres/tasks/inspect-statement.js';
import { listStatement } from '../../../src/a2a/datastore/postgres/tasks/list-statement.js';
import { dueValues, TAKE_DUE_SQL } from '../../../src/a2a/datastore/postgres/tasks/due-statement.js';
import { type Datastore, type ListQuery, TOTAL_BOUND } from '../../../src/a2a/datastore/ports/index.js';
import { createTestDatabase, execute, type TestDatabase } from '../../support/postgres-server.js';
import { lookedAt, type PlanNode, planOf } from './list-scale/list-plan.js';
import {
  connected,
  contextOf,
  FIRST_AT,
  HEAVY,
  ownerOf,
  storeManyTasks,
  TASKS_EACH,
} from './list-scale/many-tasks.js';
import { openedDatastore } from '../opened-datastore.js';
import { counting, state } from '../task-store/fixtures.js';

/**
 * How many tasks there are in the end, besides half as many of one principal. 1,000,000 of them measure what
 * pages cost: `LIST_SCALE_TASKS=1000000 npx vitest run --project contract list-scale`, with TEST_POSTGRES_URL set
 * to a server that has `shared_buffers` of 2 GB. The private server's are 32 MB: nearly every task that is shown
 * must be fetched from the system then, which alone makes pages up to 1.6 times as dear.
 */
const TASKS = Number(process.env.LIST_SCALE_TASKS ?? 40_000);
const MEASURED = TASKS >= 1_000_000;
const FEW_OWNERS = 10;
const OWNERS = TASKS / TASKS_EACH;
const LIMIT = 50;
const SAMPLES = 200;

let database: TestDatabase;
let datastore: Datastore;
let few: Datastore;
let client: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  const fewUrl = new URL(database.url);
  fewUrl.pathname += '_few';
  await execute(database.url, `create database ${fewUrl.pathname.slice(1)}`);
  few = await openedDatastore({ url: fewUrl.href });
  datastore = await openedDatastore({ url: database.url });
  client = await connected(database.url, BY_INDEX);
  for (const url of [fewUrl.href, database.url]) {
    const filling = await connected(url, '');
    await storeManyTasks(filling, { from: 0, to: FEW_OWNERS }, 0);
    await filling.query('vacuum analyze');
    await filling.end();
  }
  await storeManyTasks(client, { from: FEW_OWNERS, to: OWNERS }, TASKS / 2);
}, 900_000);
afterAll(async () => {
  await client.end();
  await Promise.all([datastore.close(), few.close()]);
  await execute(database.url, `drop database ${new URL(database.url).pathname.slice(1)}_few`);
  await database.drop();
});

type Filter = Omit<ListQuery, 'owner' | 'limit' | 'artifacts' | 'historyLength'>;

/** Every combination of filters and a place in the list, for tasks whose times lie around `at`. */
function filters(owner: string, at: number, rare: string): [string, Filter][] {
  const context = { contextId: contextOf(owner, 3) };
  const states = { state: state('COMPLETED') };
  const since = { statusAtOrAfter: Math.round((FIRST_AT + at) / 2) };
  const after = { after: { statusAt: at, taskId: 'f' } };
  const combined = [{}, context, states, since, after].flatMap((one, index, all) =>
    all.slice(index).map((two) => ({ ...one, ...two })),
  );
  return [
    ...combined,
    { ...context, ...states, ...since },
    { ...context, ...states, ...after },
    { ...context, ...since, ...after },
    { ...states, ...since, ...after },
    { ...context, ...states, ...since, ...after },
    { state: state(rare as 'FAILED') },
    { ...context, state: state(rare as 'FAILED') },
    { contextId: 'no such context' },
  ].map((filter) => [
    Object.entries(filter)
      .map(([name, value]) => (name === 'state' || name === 'contextId' ? `${name}=${String(value)}` : name))
      .join(' ') || 'first page',
    filter,
  ]);
}

const queryOf = (owner: string, filter: Filter): ListQuery => ({
  owner,
  limit: LIMIT,
  artifacts: false,
  historyLength: 0,
  ...filter,
});

/** What a page may cost: nothing is sorted, and nothing looked at that is not on the page or counted. */
function expectByIndex(nodes: readonly PlanNode[], what: string): void {
  const kinds = nodes.map((node) => node['Node Type']);
  const lists = nodes.filter((node) => node['Index Name']?.startsWith('task_list') === true);
  const [page, counted] = lists.map(lookedAt).toSorted((a, b) => a - b);
  expect({
    what,
    sorts: kinds.filter((kind) => /Sort|Seq Scan/.test(kind)),
    lists: lists.length,
    // Before version 18 the numbering of the rows reads one more.
    tooMany: [page! > LIMIT + 2 && page, counted! > TOTAL_BOUND && counted].filter(Boolean),
  }).toEqual({ what, sorts: [], lists: 2, tooMany: [] });
}

async function expectPlans(): Promise<void> {
  const middle = FIRST_AT + (TASKS / 4) * 10;
  for (const [owner, at] of [
    [HEAVY, middle],
    [ownerOf(3), FIRST_AT + 5_000],
    [ownerOf(OWNERS - 1), FIRST_AT + TASKS * 5],
    ['nobody', middle],
  ] as const) {
    for (const [name, filter] of filters(owner, at, 'REJECTED')) {
      for (const mode of ['force_generic_plan', 'force_custom_plan'] as const) {
        const nodes = await planOf(client, listStatement('contract', queryOf(owner, filter)), mode);
        expectByIndex(
          nodes,
          `${owner}, ${name}, ${mode}: ${JSON.stringify(nodes.map((node) => node['Index Name'] ?? node['Node Type']))}`,
        );
      }
    }
  }
}

describe(`pages of ${TASKS} tasks, and of ${TASKS / 2} of one principal`, () => {
  it('go by an index that was made for them, while the statistics are those of few tasks', expectPlans);

  it('go by an index that was made for them when the statistics are right', async () => {
    await execute(database.url, 'vacuum analyze');
    await expectPlans();
  });

  it('are all that a sweep and a limit look at as well', async () => {
    const maxAgeMs = { [state('COMPLETED')]: 1, [state('CANCELED')]: 1, [state('WORKING')]: 1 };
    const due = dueValues('contract', { limit: 100, recheckMs: 1_000, maxAgeMs });
    const waiting = ['contract', HEAVY, 1_000];
    for (const mode of ['force_generic_plan', 'force_custom_plan'] as const) {
      for (const [text, values] of [
        [TAKE_DUE_SQL, due],
        [COUNT_WAITING_SQL, waiting],
      ] as const) {
        const scans = (await planOf(client, { text, values }, mode)).filter(
          (node) => node['Node Type'].endsWith('Scan') && node['Relation Name'] !== undefined,
        );
        const wide = scans.filter((node) => node['Node Type'] === 'Seq Scan' || lookedAt(node) > 300);
        expect(scans.map((node) => node['Relation Name'])).toContain('task');
        expect(wide).toEqual([]);
      }
    }
  });

  it('tell a total that is exact up to its bound and never above it', async () => {
    const total = async (owner: string, filter: Filter = {}) =>
      (await datastore.tasks.list(queryOf(owner, filter))).total;
    expect(await total(HEAVY)).toBe(Math.min(TASKS / 2, TOTAL_BOUND));
    expect(await total(ownerOf(1))).toBe(TASKS_EACH);
    expect(await total(HEAVY, { state: state('REJECTED') })).toBe(0);
  });

  it.runIf(MEASURED)(
    'cost what they cost among 1,000, at most 1.5 times',
    async () => {
      const rows = [];
      // What a page is called does not depend on the owner.
      for (const [index, [page]] of filters('', FIRST_AT, 'FAILED').entries()) {
        const queryAmong = (owners: number) => (round: number) => {
          const owner = ownerOf((round * 7_919) % owners);
          // An owner's tasks are spread over all the time in which tasks were made.
          return queryOf(owner, filters(owner, FIRST_AT + owners * TASKS_EACH * 5, 'FAILED')[index]![1]);
        };
        const one = queryOf(HEAVY, filters(HEAVY, FIRST_AT + TASKS * 2.5, 'REJECTED')[index]![1]);
        const [fewMs, manyMs, oneMs] = await medians([
          [few, queryAmong(FEW_OWNERS)],
          [datastore, queryAmong(OWNERS)],
          [datastore, () => one],
        ]);
        const row = { fewMs: fewMs!, manyMs: manyMs!, ratio: manyMs! / fewMs!, oneMs: oneMs! };
        const shown = Object.entries(row).map(([name, number]) => [name, Number(number.toFixed(2))]);
        rows.push({ page, ...(Object.fromEntries(shown) as typeof row) });
      }
      console.log(
        `p50 of a page among 1,000 tasks, among ${TASKS}, and of one principal who owns ${TASKS / 2}:`,
      );
      console.table(rows);
      expect(rows.filter(({ ratio }) => ratio > 1.5)).toEqual([]);
    },
    900_000,
  );
});

/**
 * The middle of what each page takes, in milliseconds. They take turns, so that whatever else the machine does
 * is the same for all of them; the first ones, which make the plans, do not count.
 */
async function medians(pages: readonly [Datastore, (round: number) => ListQuery][]): Promise<number[]> {
  const taken = pages.map((): number[] => []);
  for (const round of counting(1, SAMPLES + 50)) {
    for (const [index, [where, queryOfRound]] of pages.entries()) {
      const query = queryOfRound(round);
      const startedAt = performance.now();
      await where.tasks.list(query);
      if (round > 50) taken[index]?.push(performance.now() - startedAt);
    }
  }
  return taken.map((times) => times.toSorted((a, b) => a - b)[SAMPLES / 2] ?? NaN);
}
