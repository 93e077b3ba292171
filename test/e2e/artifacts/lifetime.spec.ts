import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { content, openContent, urlPart } from '../../support/artifact-client.js';
import { eventually } from '../../support/eventually.js';
import { wholeOf } from '../../support/file-content.js';
import { messageFor, statusText } from '../../support/messages.js';
import { execute } from '../../support/postgres-server.js';
import { canTestRedis, RedisServer } from '../../support/redis-server.js';
import { testDatastores, type TestDatastore } from '../../support/test-datastores.js';

const RETENTION = { completed: '2s', canceled: 'off', failed: 'off' };
const WHOLE = wholeOf(40, 65_536);

describe.each(testDatastores())('the life of contents on $name', ({ name, create }) => {
  let datastore: TestDatastore;
  let folder: string;
  let agent: AgentProcess;
  const others: AgentProcess[] = [];
  const environment = (env: Record<string, string> = {}) => ({
    DATASTORE_URL: datastore.url,
    ARTIFACT_FOLDER: name === 'Redis' ? folder : undefined,
    ARTIFACT_MAX_BYTES: `${WHOLE.byteLength}`,
    SWEEP_MS: '300',
    LEASE_MS: '1000',
    RETENTION: JSON.stringify({ ...RETENTION, completed: 'off' }),
    ...env,
  });
  const start = async (env: Record<string, string>): Promise<AgentProcess> => {
    const started = await AgentProcess.start({ program: 'artifact-agent', env: environment(env) });
    others.push(started);
    return started;
  };

  beforeAll(async () => {
    datastore = await create();
    folder = mkdtempSync(join(tmpdir(), 'nest-a2a-lifetime-'));
    agent = await AgentProcess.start({ program: 'artifact-agent', env: environment() });
  });
  afterAll(async () => {
    await endAgents(agent, ...others);
    await datastore.drop();
    rmSync(folder, { recursive: true });
  });

  /** How many contents are stored, complete or not. */
  const stored = async (): Promise<number> => {
    if (name === 'Redis') {
      return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
        path.endsWith('.data'),
      ).length;
    }
    const [row] = await execute<{ count: number }>(
      datastore.url,
      'select count(*)::int as count from a2a.content',
    );
    return row?.count ?? 0;
  };
  const tellsOf = async (what: string) => (await agent.observations()).lines.includes(what);

  it('a task that is canceled stops the giving of its file at once, and nothing of it stays', async () => {
    const { id } = await agent.client().begin(messageFor('file', 'file 1000 65536 200'));
    await eventually('it is being stored', async () => (await stored()) === 1);
    const { status } = await agent.client().call<{ status: object }>('CancelTask', { id });
    expect(status).toMatchObject({ state: 'TASK_STATE_CANCELED' });
    await eventually('the handler has heard of it', async () =>
      (await agent.observations()).aborted.includes(id),
    );
    await eventually('the content has ended', () => tellsOf('content ended'), 5_000);
    await eventually('nothing of it stays', async () => (await stored()) === 0);
    const task = await agent.client().task(id);
    expect(task.artifacts?.map(({ artifactId }) => artifactId)).toEqual(['before']);
  });

  it('a file that is larger than may be kept fails its task, saying so, and nothing of it stays', async () => {
    const task = await agent.client().send(messageFor('file', 'file 41 65536 0'));
    expect(task.status.state).toBe('TASK_STATE_FAILED');
    expect(statusText(task)).toMatch(/more than 2621440 bytes.*ARTIFACT_MAX_BYTES/);
    expect(task.artifacts?.map(({ artifactId }) => artifactId)).toEqual(['before']);
    expect(await stored()).toBe(0);
  });

  it('a worker that is killed in the middle of a file leaves it to another, who gives all of it', async () => {
    await agent.stop('SIGTERM');
    const api = await start({ ROLE: 'api' });
    const first = await start({ ROLE: 'worker' });
    const { id } = await api.client().begin(messageFor('file', 'file 40 65536 100'));
    await eventually('it is being stored', async () => (await stored()) === 1);
    await first.stop('SIGKILL');
    await start({ ROLE: 'worker' });
    const task = await eventually(
      'the task is complete',
      async () => {
        const now = await api.client().task(id);
        return now.status.state === 'TASK_STATE_COMPLETED' && now;
      },
      90_000,
    );
    expect(task.artifacts?.map(({ artifactId }) => artifactId)).toEqual(['before', 'file', 'after']);
    const { url } = urlPart(task);
    expect((await content(url)).body.equals(WHOLE)).toBe(true);

    // Nobody reads from a worker, and whoever reads while the agent ends has the file, or goes on where it was cut.
    const worker = others.at(-1)!;
    expect((await content(url.replace(api.url, worker.url))).status).toBe(404);
    const reading = content(url);
    await openContent(url).then((response) => response.on('error', () => undefined));
    expect((await reading).body.equals(WHOLE)).toBe(true);
    await api.stop('SIGTERM');
    await worker.stop('SIGTERM');
    expect(api.log).not.toContain('Something has not ended in time');
  });

  it('goes with its task when that is deleted', async () => {
    const short = await start({ RETENTION: JSON.stringify(RETENTION) });
    const task = await short.client().send(messageFor('file', 'file 40 65536 0'));
    const { id } = task;
    await eventually('all completed tasks are gone', async () => {
      const { error } = await short.client().ask('GetTask', { id });
      return error?.code === -32001;
    });
    await eventually('so are their contents', async () => (await stored()) === 0);
    expect((await content(urlPart(task).url)).status).toBe(404);
  });
});

it.runIf(canTestRedis())(
  'on Redis without a folder fails a task with a file, and says what to set',
  async () => {
    const server = await RedisServer.start();
    const agent = await AgentProcess.start({ program: 'artifact-agent', env: { DATASTORE_URL: server.url } });
    expect(agent.log.match(/Set ARTIFACT_FOLDER/g)).toHaveLength(1);
    for (const skill of ['file', 'file-inline']) {
      const task = await agent.client().send(messageFor(skill, 'file 4 100000 0'));
      expect(task.status.state).toBe('TASK_STATE_FAILED');
      expect(statusText(task)).toBe(
        'The content is too large for this agent. Its operator sets ARTIFACT_FOLDER.',
      );
      const small = await agent.client().send(messageFor(skill, 'file 1 1000 0'));
      expect(small.status.state).toBe('TASK_STATE_COMPLETED');
    }
    await endAgents(agent);
    await server.remove();
  },
);
