import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents, temporaryFolder } from '../../support/agent-process.js';
import { messageFor } from '../../support/messages.js';
import { createTestDatabase, execute, type TestDatabase } from '../../support/postgres-server.js';
import { canTestRedis, RedisServer } from '../../support/redis-server.js';
import { runCommand } from '../../support/run-command.js';

describe('the commands beside the agent', () => {
  let database: TestDatabase;
  let agent: AgentProcess | undefined;
  const folder = temporaryFolder();

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    await endAgents(agent);
    await database.drop();
  });

  const run = (...args: string[]) => runCommand(args, folder, { DATASTORE_URL: database.url });

  it('migrate brings an empty database up to date, says so in one line, and may be run again', async () => {
    for (let time = 1; time <= 2; time += 1) {
      const { code, stdout, stderr } = await run('migrate');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^What is stored for ".+" is up to date\.\n$/);
    }
    const tables = await execute<{ name: string }>(
      database.url,
      `select table_name as name from information_schema.tables where table_schema = 'a2a'`,
    );
    expect(tables.map(({ name }) => name)).toContain('task');
  });

  it('migrations that are run side by side wait for each other', async () => {
    await execute(database.url, 'drop schema a2a cascade');
    await execute(database.url, 'drop schema bullmq cascade');
    const ended = await Promise.all([run('migrate'), run('migrate'), run('migrate')]);
    expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      Array.from({ length: 3 }, () => ({ code: 0, stderr: '' })),
    );
  });

  it.skipIf(!canTestRedis())('do the same on Redis', async () => {
    const redis = await RedisServer.start();
    try {
      const runThere = (...args: string[]) => runCommand(args, folder, { DATASTORE_URL: redis.url });
      expect((await runThere('migrate')).stdout).toMatch(/^What is stored for ".+" is up to date\.\n$/);
      expect(await runThere('inspect', 'no-such-task')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('no task "no-such-task"') as string,
      });
    } finally {
      await redis.remove();
    }
  });

  it('a datastore that can not be used: what to do, and exit code 1', async () => {
    const env = { DATASTORE_URL: 'postgres://someone:s3cret@127.0.0.1:1/nothing' };
    const { code, stdout, stderr } = await runCommand(['migrate'], folder, env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/127\.0\.0\.1:1\/nothing.*DATASTORE_URL/);
    expect(stderr).not.toContain('s3cret');
  });

  it('inspect prints what is known of a task', async () => {
    agent = await AgentProcess.start({ program: 'main', env: { DATASTORE_URL: database.url, ROLE: 'api' } });
    const task = await agent.client().send(messageFor('roll_dice', 'roll 2d6'));
    const { code, stdout, stderr } = await run('inspect', task.id);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      taskId: task.id,
      owner: expect.stringMatching(/./) as string,
      skillId: 'roll_dice',
      state: 'TASK_STATE_COMPLETED',
      turn: 1,
      turnsEnded: 1,
      openTurns: [],
      lease: 'nobody holds a claim',
      recovery: 'no turn is open',
    });
  });

  it('inspect of a task that is being worked on tells when recovery looks at it', async () => {
    if (!agent) throw new Error('No agent runs.');
    const task = await agent.client().begin(messageFor('review-python', 'x'));
    const { stdout } = await run('inspect', task.id);
    expect(JSON.parse(stdout)).toMatchObject({
      state: 'TASK_STATE_SUBMITTED',
      recovery: expect.stringMatching(/^looks at the task in \d+ \w+$/) as string,
      openTurns: [{ turn: 1, attempts: 0, requeues: 0 }],
    });
  });

  it('inspect of a task that is not there says so, and ends with 1', async () => {
    const { code, stdout, stderr } = await run('inspect', 'no-such-task');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/no task "no-such-task".*DATASTORE_URL/);
  });

  it('says how it is used: 0 when asked, 2 when the arguments are none that it knows', async () => {
    const asked = await run('--help');
    expect(asked).toMatchObject({ code: 0, stderr: '' });
    expect(asked.stdout).toMatch(/migrate[^]*inspect <task id>/);
    for (const args of [['start'], ['migrate', 'down'], ['inspect'], ['--verbose']]) {
      const { code, stdout, stderr } = await run(...args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/Usage:/);
    }
  });

  it('says that the private datastore is in use while its agent runs', async () => {
    const owner = await AgentProcess.start({ program: 'main' });
    try {
      const { code, stderr } = await runCommand(['migrate'], owner.dataDir);
      expect(code).toBe(1);
      expect(stderr).toMatch(/DATA_DIR .* is in use by another agent/);
    } finally {
      await endAgents(owner);
    }
  });
});
