import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Datastore } from '../../../src/a2a/datastore/ports/index.js';
import { BY_INDEX } from '../../../src/a2a/datastore/postgres/connections/task-pool.js';
import { dueValues, TAKE_DUE_SQL } from '../../../src/a2a/datastore/postgres/tasks/due-statement.js';
import { COUNT_WAITING_SQL } from '../../../src/a2a/datastore/postgres/tasks/inspect-statement.js';
import { createTestDatabase, type TestDatabase } from '../../support/postgres-server.js';
import { openedDatastore } from '../opened-datastore.js';
import { counting, due } from '../task-store/fixtures.js';
import { lookedAt, type PlanNode, planOf } from './list-scale/list-plan.js';
import { connected } from './list-scale/many-tasks.js';

const LIMIT = 100;
const ABANDONED = 30;
const QUERY = { limit: LIMIT, recheckMs: 60_000, maxAgeMs: { TASK_STATE_COMPLETED: 86_400_000 } };

describe.each([1_000, 100_000])('a sweep while %i turns wait', (waiting) => {
  let database: TestDatabase;
  let datastore: Datastore;
  let client: Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    datastore = await openedDatastore({ url: database.url, name: 'contract' });
    client = await connected(database.url, BY_INDEX);
    await store(client, waiting, 'null');
    await store(client, ABANDONED, '2');
    await client.query(`
      insert into a2a.delivery (agent, owner, message_key, digest, expires_at)
      select 'contract', 'someone', 'm-' || n, 'd', 9000000000000 from generate_series(1, ${waiting}) n`);
  });
  afterAll(async () => {
    await client.end();
    await datastore.close();
    await database.drop();
  });

  it.each(['force_generic_plan', 'force_custom_plan'] as const)(
    'looks at what it hands out and at no more, with and without statistics (%s)',
    async (mode) => {
      for (const prepare of ['select 1', 'analyze a2a.task, a2a.turn, a2a.delivery']) {
        await client.query(prepare);
        const statement = { text: TAKE_DUE_SQL, values: dueValues('contract', QUERY) };
        expect(tooMuch(await planOf(client, statement, mode))).toEqual([]);
        const count = { text: COUNT_WAITING_SQL, values: ['contract', 'owner-waiting', 200] };
        expect(tooMuch(await planOf(client, count, mode))).toEqual([]);
      }
    },
  );

  it('hands out turns whose worker is gone first, then those that have waited longest', async () => {
    const times: number[] = [];
    const taken = async () => {
      const startedAt = performance.now();
      const { overdue, more } = await due(datastore.tasks, { limit: LIMIT });
      times.push(Math.round((performance.now() - startedAt) * 10) / 10);
      expect(more).toBe(true);
      return overdue.map(({ key }) => key.taskId);
    };
    const first = await taken();
    const abandoned = counting(1, ABANDONED).map((number) => `2-${number}`);
    const oldest = counting(1, LIMIT - ABANDONED).map((number) => `null-${number}`);
    expect(first.toSorted()).toEqual([...abandoned, ...oldest].toSorted());
    const second = await taken();
    expect(second.toSorted()).toEqual(
      counting(LIMIT - ABANDONED + 1, 2 * LIMIT - ABANDONED)
        .map((number) => `null-${number}`)
        .toSorted(),
    );
    console.log(`sweeps while ${waiting} turns wait: ${times.join(', ')} ms`);
  });

  it('comes again for what is left to forget of messages', async () => {
    await client.query(`
      insert into a2a.delivery (agent, owner, message_key, digest, expires_at)
      select 'forgetful', 'someone', 'm-' || n, 'd', 1 from generate_series(1, 1500) n`);
    const other = await openedDatastore({ url: database.url, name: 'forgetful' });
    expect(await due(other.tasks)).toEqual({ overdue: [], expired: [], more: true });
    expect(await due(other.tasks)).toEqual({ overdue: [], expired: [], more: false });
    const { rows } = await client.query(`select 1 from a2a.delivery where agent = 'forgetful'`);
    expect(rows).toEqual([]);
    await other.close();
  });
});

/** The parts of a plan that look at more rows of a table than a sweep hands out. */
function tooMuch(plan: readonly PlanNode[]): PlanNode[] {
  return plan.filter((part) => part['Relation Name'] !== undefined && lookedAt(part) > 2 * LIMIT);
}

/** Stores tasks with an open turn that is due, the first one longest; `lease` null: nobody has taken it. */
async function store(client: Client, count: number, lease: string): Promise<void> {
  await client.query(`
    with task as (
      insert into a2a.task (
        agent, owner, id, context_id, skill_id, principal, state,
        status_seq, status_at, last_seq, last_at, turn, due_at, lease_until
      )
      select 'contract', 'owner-waiting', '${lease}-' || n, 'c', 'a-skill', '{}', 'TASK_STATE_SUBMITTED',
             1, 1000 + n, 1, 1000 + n, 1, 1000 + n, ${lease}::bigint
        from generate_series(1, ${count}) n
      returning no
    )
    insert into a2a.turn (task_no, turn, message_place) select no, 1, 0 from task`);
}
