import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { datastoreFor } from '../../../src/a2a/datastore/open-datastore.js';
import type { TaskInspection } from '../../../src/a2a/datastore/ports/index.js';
import { AgentProcess, type AgentSettings, endAgents } from '../../support/agent-process.js';
import { eventually } from '../../support/eventually.js';
import { artifactTexts, messageFor } from '../../support/messages.js';
import { TcpProxy } from '../../support/tcp-proxy.js';
import { type TestDatastore, testDatastores } from '../../support/test-datastores.js';

/** From the signal to the exit, when nothing holds the process. */
const QUICK_MS = 2_000;
/** The agreed rest after the grace period, and what a busy machine takes to tell this process of the exit. */
const REST_MS = 2_000 + 300;

describe.each(testDatastores())('the order in which a process ends, on $name', ({ create }) => {
  let store: TestDatastore;
  let api: AgentProcess;
  let others: AgentProcess[] = [];

  beforeAll(async () => {
    store = await create();
    api = await start({ ROLE: 'api' });
    others = [];
  });
  afterEach(async () => {
    await endAgents(...others);
    others = [];
  });
  afterAll(async () => {
    await endAgents(api);
    await store.drop();
  });

  const start = async (env: AgentSettings['env']) => {
    const limits = { LEASE_MS: '3000', SWEEP_MS: '500', SHUTDOWN_GRACE_MS: '2000' };
    const agent = await AgentProcess.start({ env: { DATASTORE_URL: store.url, ...limits, ...env } });
    others.push(agent);
    return agent;
  };
  const stateOf = async (id: string) => (await api.client().task(id)).status.state;
  const reaches = (id: string, state: string) =>
    eventually(`the task is ${state}`, async () => (await stateOf(id)) === state);
  /** What an operator sees of the task. */
  const inspect = async (taskId: string): Promise<TaskInspection | undefined> => {
    const datastore = datastoreFor({ url: store.url, name: 'cases', dataDir: '', warn: () => undefined });
    try {
      await datastore.open();
      const [key] = await datastore.tasks.locate(taskId);
      return key && (await datastore.tasks.inspect(key));
    } finally {
      await datastore.close();
    }
  };
  /** Signals the process. @returns its exit code, and milliseconds until it was gone */
  const end = async (agent: AgentProcess, ...signals: NodeJS.Signals[]) => {
    const began = performance.now();
    for (const signal of signals) agent.child.kill(signal);
    const code = await agent.exited();
    return { code, ms: performance.now() - began };
  };

  it.each(['api', 'worker', 'all'])('with nothing to do, ROLE=%s is gone at once', async (ROLE) => {
    const { code, ms } = await end(await start({ ROLE }), 'SIGTERM');
    expect(code).toBe(0);
    expect(ms).toBeLessThan(QUICK_MS);
  });

  it('not ready, no new turns, and the turns that run may end: in that order, however often it is told', async () => {
    const worker = await start({ ROLE: 'worker', SHUTDOWN_GRACE_MS: '15000' });
    const { id: running } = await api.client().begin(messageFor('steps', 'steps 4 1000'));
    await reaches(running, 'TASK_STATE_WORKING');
    const ended = end(worker, 'SIGTERM', 'SIGTERM', 'SIGINT');
    const { text } = await worker.serves('/readyz', 503);
    expect(JSON.parse(text)).toEqual({
      status: 'unavailable',
      checks: { datastore: 'ok', shutdown: 'yes' },
    });
    expect((await worker.probe('/livez'))?.status).toBe(200);
    const { id: late } = await api.client().begin(messageFor('letters'));
    expect((await ended).code).toBe(0);
    expect(await stateOf(running)).toBe('TASK_STATE_COMPLETED');
    expect(await stateOf(late)).toBe('TASK_STATE_SUBMITTED');
    await start({ ROLE: 'worker' });
    await reaches(late, 'TASK_STATE_COMPLETED');
  });

  it.each(['sleep', 'sleep-deaf'])(
    'a turn of "%s" that takes too long is handed back in time, which is no attempt, and another process ends it',
    async (skill) => {
      const worker = await start({ ROLE: 'worker' });
      const { id } = await api.client().begin(messageFor(skill, 'sleep 8'));
      await reaches(id, 'TASK_STATE_WORKING');
      const { code, ms } = await end(worker, 'SIGTERM');
      expect(code).toBe(0);
      expect(ms).toBeGreaterThan(1_900);
      expect(ms).toBeLessThan(2_000 + REST_MS);
      const handedBack = await inspect(id);
      expect(handedBack?.leaseMs).toBeUndefined();
      expect(handedBack?.openTurns).toEqual([
        { turn: 1, attempts: 0, requeues: expect.any(Number) as number },
      ]);
      await start({ ROLE: 'worker' });
      await reaches(id, 'TASK_STATE_COMPLETED');
      expect(artifactTexts(await api.client().task(id))).toEqual(['slept 8']);
    },
  );

  it('an inline turn gets the same time, and goes on in another process', async () => {
    const first = await start({ ROLE: 'all' });
    const { id } = await first.client().begin(messageFor('sleep-deaf-inline', 'sleep 6'));
    const { code, ms } = await end(first, 'SIGTERM');
    expect(code).toBe(0);
    expect(ms).toBeLessThan(2_000 + REST_MS);
    expect((await inspect(id))?.openTurns).toMatchObject([{ turn: 1, attempts: 0 }]);
    await start({ ROLE: 'worker' });
    await reaches(id, 'TASK_STATE_COMPLETED');
  });

  it('a datastore that is away holds nobody: exit 0 in time, at work or not', async () => {
    const proxy = await TcpProxy.open(store.url);
    try {
      const idle = await start({ ROLE: 'api', DATASTORE_URL: proxy.url });
      const worker = await start({ ROLE: 'worker', DATASTORE_URL: proxy.url });
      const { id } = await api.client().begin(messageFor('sleep', 'sleep 8'));
      await reaches(id, 'TASK_STATE_WORKING');
      await proxy.cut();
      const [one, other] = await Promise.all([end(idle, 'SIGTERM'), end(worker, 'SIGTERM')]);
      expect(one.code).toBe(0);
      expect(one.ms).toBeLessThan(QUICK_MS + 2_000);
      expect(other.code).toBe(0);
      expect(other.ms).toBeLessThan(2_000 + REST_MS);
      await start({ ROLE: 'worker' });
      await reaches(id, 'TASK_STATE_COMPLETED');
    } finally {
      await proxy.cut();
    }
  });

  it('a start that waits for its datastore can be ended', async () => {
    const agent = await AgentProcess.launch({
      env: { ROLE: 'worker', DATASTORE_URL: `${new URL(store.url).protocol}//127.0.0.1:1` },
    });
    others.push(agent);
    await agent.serves('/readyz', 503);
    const { code, ms } = await end(agent, 'SIGTERM');
    expect(code).toBe(0);
    expect(ms).toBeLessThan(QUICK_MS);
  });
});
