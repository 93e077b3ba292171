import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { eventually } from '../../support/eventually.js';
import { messageFor } from '../../support/messages.js';
import { createTestDatabase, type TestDatabase } from '../../support/postgres-server.js';

/** What a process may have, as `BullmqBackend` states it: 13, and 2 for each worker; the sweep has one too. */
const allowed = (skills: number) => 13 + 2 * (skills + 1);

describe('the connections of a process to PostgreSQL', () => {
  let database: TestDatabase;
  let agent: AgentProcess | undefined;
  /** Counts the others; always the same, so that it never counts one of its own. */
  let observer: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    observer = new pg.Client({ connectionString: database.url });
    await observer.connect();
  });
  afterAll(async () => {
    await observer.end();
    await database.drop();
  });
  afterEach(() => endAgents(agent));

  const start = async (skills: number, role: string) => {
    agent = await AgentProcess.start({
      program: 'many-skills-agent',
      env: { DATASTORE_URL: database.url, SKILLS: `${skills}`, ROLE: role },
    });
    return agent;
  };
  const count = async () => {
    const {
      rows: [row],
    } = await observer.query<{ count: number }>(
      `select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return row?.count ?? Number.NaN;
  };

  it.each([1, 10, 30])('stay within 15 + 2 for each of %i queued skills, under load', async (skills) => {
    const running = await start(skills, 'all');
    const client = running.client();
    let most = await count();
    // Every worker has started: one connection of each listens for jobs.
    expect(most).toBeGreaterThanOrEqual(skills);
    let isLoaded = true;
    const counting = (async () => {
      while (isLoaded) most = Math.max(most, await count());
    })();
    const tasks = await Promise.all(
      Array.from({ length: Math.max(40, 3 * skills) }, (_, index) =>
        client.send(messageFor(`skill-${(index % skills) + 1}`, 'x')),
      ),
    ).finally(() => (isLoaded = false));
    await counting;
    expect(new Set(tasks.map(({ status }) => status.state))).toEqual(new Set(['TASK_STATE_COMPLETED']));
    most = Math.max(most, await count());
    expect(most).toBeLessThanOrEqual(allowed(skills));
    expect(running.log).not.toMatch(/too many clients|timeout/i);
    expect(await running.stop('SIGTERM')).toBe(0);
    await eventually('no connection is left', async () => (await count()) === 0);
  });

  it('a process that only takes messages has none for workers', async () => {
    const running = await start(30, 'api');
    const client = running.client();
    const tasks = await Promise.all(
      Array.from({ length: 60 }, (_, index) => client.begin(messageFor(`skill-${(index % 30) + 1}`))),
    );
    expect(new Set(tasks.map(({ status }) => status.state))).toEqual(new Set(['TASK_STATE_SUBMITTED']));
    expect(await count()).toBeLessThanOrEqual(allowed(0));
    expect(await running.stop('SIGTERM')).toBe(0);
  });
});
