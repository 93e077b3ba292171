import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { eventually, within } from '../../support/eventually.js';
import { taskIdOf } from '../../support/json-rpc-stream.js';
import { artifactTexts, messageFor } from '../../support/messages.js';
import { createTestDatabase, type TestDatabase } from '../../support/postgres-server.js';
import { TcpProxy } from '../../support/tcp-proxy.js';

const ANSWER_MS = 20_000;

describe('an agent in several processes', () => {
  let database: TestDatabase;
  /** The way of the first API process to the datastore. */
  let proxy: TcpProxy;
  let api: AgentProcess;
  let otherApi: AgentProcess;
  let worker: AgentProcess;

  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await TcpProxy.open(database.url);
    const env = { LEASE_MS: '3000', SWEEP_MS: '500', HEARTBEAT_MS: '500' };
    api = await AgentProcess.start({ env: { ...env, ROLE: 'api', DATASTORE_URL: proxy.url } });
    otherApi = await AgentProcess.start({ env: { ...env, ROLE: 'api', DATASTORE_URL: database.url } });
    worker = await AgentProcess.launch({ env: { ...env, ROLE: 'worker', DATASTORE_URL: database.url } });
  });
  afterAll(async () => {
    await endAgents(api, otherApi, worker);
    await proxy.cut();
    await database.drop();
  });

  it('a worker works on what another process has taken in', async () => {
    const task = await api.client().send(messageFor('letters'));
    expect(artifactTexts(task).join('')).toBe('ABC');
    expect((await fetch(worker.cardUrl)).status).toBe(404);
  });

  it('every API process serves every task, as it comes', async () => {
    const { id } = await api.client().begin(messageFor('ticks', '20 100'));
    const [one, two] = await Promise.all(
      [api, otherApi].map((agent) => agent.client().stream('SubscribeToTask', { id })),
    );
    await Promise.all([one?.all(), two?.all()]);
    expect(one?.outline.at(-1)).toBe('TASK_STATE_COMPLETED');
    expect(two?.outline.at(-1)).toBe('TASK_STATE_COMPLETED');
    const tailOf = (stream: typeof one) => stream?.parser.events.slice(-10);
    expect(tailOf(two)).toEqual(tailOf(one));
  });

  it('BC-11 a cancel in one process stops the work in another at once', async () => {
    const { id } = await api.client().begin(messageFor('sleep', 'sleep 60'));
    await eventually('the worker works', async () => {
      const task = await api.client().task(id);
      return task.status.state === 'TASK_STATE_WORKING';
    });
    await otherApi.client().call('CancelTask', { id });
    // Concurrency of the skill is 8: nine more would wait if the canceled one held its place.
    const tasks = await Promise.all(
      Array.from({ length: 9 }, () => api.client().send(messageFor('sleep', 'sleep 0.2'))),
    );
    expect(new Set(tasks.map(({ status }) => status.state))).toEqual(new Set(['TASK_STATE_COMPLETED']));
    expect((await api.client().task(id)).status.state).toBe('TASK_STATE_CANCELED');
  });

  it('BC-03 a restarted API process goes on with streams of tasks that it has never seen', async () => {
    const { id } = await otherApi.client().begin(messageFor('ticks', '60 100'));
    const before = await otherApi.client().stream('SubscribeToTask', { id });
    await before.count(3);
    const { dataDir } = otherApi;
    expect(await otherApi.stop('SIGTERM')).toBe(0);
    expect(before.end).toBe('whole');
    otherApi = await AgentProcess.start({
      dataDir,
      env: { ROLE: 'api', DATASTORE_URL: database.url },
    });
    const last = before.ids.at(-1) ?? Number.NaN;
    const after = await otherApi.client().stream('SubscribeToTask', { id }, { 'last-event-id': `${last}` });
    await after.all();
    expect(after.ids).toEqual(after.ids.map((_, index) => last + 1 + index));
    expect(after.outline.at(-1)).toBe('TASK_STATE_COMPLETED');
  });

  it('serves its card while the datastore is away, answers with errors in time, and recovers by itself', async () => {
    const { id } = await api.client().begin(messageFor('ticks', '80 100'));
    const stream = await api.client().stream('SubscribeToTask', { id });
    expect(await taskIdOf(stream)).toBe(id);
    await proxy.cut();
    const began = performance.now();
    const card = await fetch(api.cardUrl);
    expect(card.status).toBe(200);
    expect(((await card.json()) as { skills: unknown[] }).skills.length).toBeGreaterThan(10);
    expect(performance.now() - began).toBeLessThan(2_000);
    const refused = within('an answer', api.client().refusal('GetTask', { id }), ANSWER_MS);
    expect((await refused).code).toBe(-32603);
    expect(JSON.stringify(await refused)).not.toMatch(/ECONN|postgres|127\.0\.0\.1/);
    const sent = await within(
      'an answer',
      api.client().refusal('SendMessage', { message: messageFor('letters') }),
      ANSWER_MS,
    );
    expect(sent.code).toBe(-32603);
    expect(api.hasExited).toBe(false);
    await proxy.mend();
    const task = await eventually('it works again', () =>
      api
        .client()
        .send(messageFor('letters'))
        .catch(() => undefined),
    );
    expect(artifactTexts(task).join('')).toBe('ABC');
    // The worker was never cut off: the task has gone on, and nothing of it is lost.
    const rest = await otherApi.client().stream('SubscribeToTask', { id }, { 'last-event-id': '1' });
    await rest.all();
    expect(rest.outline.filter((one) => one === 'artifact')).toHaveLength(80);
    const again = await api.client().stream('SubscribeToTask', { id }, { 'last-event-id': '1' });
    await again.all();
    expect(again.parser.events).toEqual(rest.parser.events);
  });

  it('a worker that is killed in a turn is replaced by another, and steps that had finished are not run again', async () => {
    const { id } = await api.client().begin(messageFor('steps', 'steps 10 300'));
    const stream = await api.client().stream('SubscribeToTask', { id });
    await stream.first('a result', (one) => 'artifactUpdate' in one);
    await worker.stop('SIGKILL');
    worker = await AgentProcess.launch({
      dataDir: worker.dataDir,
      env: {
        ROLE: 'worker',
        DATASTORE_URL: database.url,
        LEASE_MS: '3000',
        SWEEP_MS: '500',
        OBSERVATIONS_FILE: `${worker.dataDir}/steps.txt`,
      },
    });
    const events = await stream.all(60_000);
    expect(stream.outline.at(-1)).toBe('TASK_STATE_COMPLETED');
    expect(stream.ids).toEqual(events.map((_, index) => (stream.ids[0] ?? 0) + index));
    const task = await api.client().task(id);
    expect(artifactTexts(task).join(' ')).toBe(
      Array.from({ length: 10 }, (_, index) => `result ${index + 1}`).join(' '),
    );
    const lines = (await readFile(`${worker.dataDir}/steps.txt`, 'utf8')).trim().split('\n');
    expect(lines).not.toContain('step 1');
    expect(lines.at(-1)).toBe('step 10');
  });
});
