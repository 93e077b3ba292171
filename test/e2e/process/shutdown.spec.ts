import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents, temporaryFolder } from '../../support/agent-process.js';
import { eventually } from '../../support/eventually.js';
import { taskIdOf } from '../../support/json-rpc-stream.js';
import { artifactTexts, message, messageFor } from '../../support/messages.js';

describe('an agent that is stopped and started again', () => {
  const dataDir = temporaryFolder();
  const steps = join(dataDir, 'steps.txt');
  const start = () =>
    AgentProcess.start({
      dataDir,
      env: { OBSERVATIONS_FILE: steps, LEASE_MS: '3000', SWEEP_MS: '500', SHUTDOWN_GRACE_MS: '6000' },
    });
  let agent: AgentProcess | undefined;

  beforeEach(async () => {
    agent = agent && !agent.hasExited ? agent : await start();
  });
  afterAll(() => endAgents(agent));

  const running = () => {
    if (!agent) throw new Error('No agent runs.');
    return agent;
  };
  const restart = async () => {
    const code = await running().stop('SIGTERM');
    agent = await start();
    return code;
  };
  const completed = (id: string) =>
    eventually('the task is completed', async () => {
      const task = await running().client().task(id);
      return task.status.state === 'TASK_STATE_COMPLETED' && task;
    });

  it('BC-03 a task that waits for its caller can be subscribed to after a restart', async () => {
    const asked = await running().client().send(messageFor('need-input'));
    expect(await restart()).toBe(0);
    const client = running().client();
    const stream = await client.stream('SubscribeToTask', { id: asked.id });
    const { response } = await stream.first('the snapshot', (one) => 'task' in one);
    expect(response).toEqual({ task: asked });
    await client.send(message('blue', { taskId: asked.id }));
    await stream.all();
    expect(stream.outline.at(-1)).toBe('TASK_STATE_COMPLETED');
    expect(artifactTexts(await client.task(asked.id))).toEqual(['You said blue']);
  });

  it('SIGTERM ends streams after a whole event, lets short turns end, and exits with 0', async () => {
    const client = running().client();
    const stream = await client.stream('SendStreamingMessage', { message: messageFor('ticks', '40 50') });
    const id = await taskIdOf(stream);
    await stream.count(5);
    const silent = await client.begin(messageFor('silent-inline'));
    const quiet = await client.stream('SubscribeToTask', { id: silent.id });
    await taskIdOf(quiet);
    const began = performance.now();
    const stopped = running().stop('SIGTERM');
    for (const one of [stream, quiet]) {
      await one.all();
      expect(one.end).toBe('whole');
      expect(one.parser.hasUnfinished).toBe(false);
      expect(one.parser.retryMs).toBeGreaterThan(0);
      expect(one.outline.filter((what) => /COMPLETED|FAILED|CANCELED/.test(what))).toEqual([]);
    }
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(await stopped).toBe(0);
    expect(performance.now() - began).toBeLessThan(8_500);
    agent = await start();
    await completed(id);
    // What came after the last event that the reader has seen is all still there.
    const rest = await running()
      .client()
      .stream('SubscribeToTask', { id }, { 'last-event-id': `${stream.ids.at(-1)}` });
    await rest.all();
    const ids = [...stream.ids, ...rest.ids];
    expect(ids).toEqual(ids.map((_, index) => (ids[0] ?? 0) + index));
    await running().client().call('CancelTask', { id: silent.id });
  });

  it('SIGTERM hands a long turn back, and the next start goes on with the steps that are left', async () => {
    const { id } = await running().client().begin(messageFor('steps', 'steps 16 1000'));
    await eventually('three steps are done', () => stepsDone() >= 3);
    expect(await restart()).toBe(0);
    expect(stepsDone()).toBeLessThan(16);
    const task = await completed(id);
    expect(readFileSync(steps, 'utf8').trim().split('\n')).toEqual(
      Array.from({ length: 16 }, (_, index) => `step ${index + 1}`),
    );
    expect(artifactTexts(task).join(' ')).toBe(
      Array.from({ length: 16 }, (_, index) => `result ${index + 1}`).join(' '),
    );
  });

  const stepsDone = () => {
    try {
      return readFileSync(steps, 'utf8').trim().split('\n').length;
    } catch {
      return 0;
    }
  };
});
