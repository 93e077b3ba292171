import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListTasksRequest, Task } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { eventually } from '../../support/eventually.js';
import type { JsonRpcClient } from '../../support/json-rpc-client.js';
import { taskIdOf } from '../../support/json-rpc-stream.js';
import { artifactTexts, message, messageFor, statusText } from '../../support/messages.js';

describe('the life of a task', () => {
  let agent: AgentProcess;
  let client: JsonRpcClient;

  beforeAll(async () => {
    agent = await AgentProcess.start();
    client = agent.client();
  });
  afterAll(() => endAgents(agent));

  const inState = (id: string, state: Task['status']['state']) =>
    eventually(`task ${id} is ${state}`, async () => {
      const task = await client.task(id);
      return task.status.state === state && task;
    });
  const working = async (skillId: string, text: string) => {
    const { id } = await client.begin(messageFor(skillId, text));
    return inState(id, 'TASK_STATE_WORKING');
  };
  const count = async (filter: Partial<ListTasksRequest> = {}) =>
    (await client.call<{ totalSize: number }>('ListTasks', filter)).totalSize;

  it.each(['sleep', 'sleep-inline'])(
    'BC-01 a dropped stream does not end the work of %s',
    async (skillId) => {
      const stream = await client.stream('SendStreamingMessage', { message: messageFor(skillId, 'sleep 2') });
      const id = await taskIdOf(stream);
      stream.destroy();
      const task = await inState(id, 'TASK_STATE_COMPLETED');
      expect(artifactTexts(task)).toEqual(['slept 2']);
      expect((await agent.observations()).aborted).not.toContain(id);
    },
  );

  it('BC-01 a caller who leaves a blocking call does not end the work', async () => {
    const { contextId, messageId, ...rest } = messageFor('sleep', 'sleep 1', { contextId: 'left-blocking' });
    const leaving = new AbortController();
    const call = fetch(client.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'SendMessage',
        params: { message: { contextId, messageId, ...rest } },
      }),
      signal: leaving.signal,
    });
    await eventually('the task is stored', async () => (await count({ contextId })) === 1);
    leaving.abort();
    await expect(call).rejects.toThrow('aborted');
    const completed = await eventually('the task is completed', async () => {
      const { tasks } = await client.call<{ tasks: Task[] }>('ListTasks', {
        contextId,
        status: 'TASK_STATE_COMPLETED',
        includeArtifacts: true,
      });
      return tasks[0];
    });
    expect(artifactTexts(completed)).toEqual(['slept 1']);
    await eventually('the waiting has ended', async () => (await agent.observations()).readers === 0);
  });

  it.each(['sleep-deaf', 'sleep-deaf-inline'])(
    'BC-11 BC-12 a cancel stands although %s does not heed its signal',
    async (skillId) => {
      const { id } = await working(skillId, 'sleep 2');
      const stream = await client.stream('SubscribeToTask', { id });
      await taskIdOf(stream);
      const canceled = await client.call<Task>('CancelTask', { id });
      expect(canceled.status.state).toBe('TASK_STATE_CANCELED');
      await eventually('the handler was told', async () => (await agent.observations()).aborted.includes(id));
      const { lines } = await agent.observations();
      expect(lines).not.toContain(`woke ${id}`);
      await stream.all();
      expect(stream.outline).toEqual(['task', 'TASK_STATE_CANCELED']);
      // It wakes up and returns a result, which comes too late.
      await eventually('the handler wakes up', async () =>
        (await agent.observations()).lines.includes(`woke ${id}`),
      );
      await new Promise((resolve) => setTimeout(resolve, 500));
      const task = await client.task(id);
      expect(task).toEqual(canceled);
      expect(task.artifacts ?? []).toEqual([]);
    },
  );

  it('BC-11 a task that waits for its caller can be canceled', async () => {
    const { id } = await client.send(messageFor('need-input'));
    expect((await client.call<Task>('CancelTask', { id })).status.state).toBe('TASK_STATE_CANCELED');
    expect((await client.task(id)).status.state).toBe('TASK_STATE_CANCELED');
    expect((await client.refusal('CancelTask', { id })).code).toBe(-32002);
  });

  it('BC-11 a task that still lies in its queue can be canceled and is never begun', async () => {
    const running = await Promise.all(
      Array.from({ length: 8 }, () => working('silent', 'occupies one of the eight places')),
    );
    const { id } = await client.begin(messageFor('silent', 'waits for a place'));
    await client.call('CancelTask', { id });
    for (const task of running) await client.call('CancelTask', { id: task.id });
    const after = await working('silent', 'comes after the canceled one');
    expect((await client.task(id)).status.state).toBe('TASK_STATE_CANCELED');
    expect((await agent.observations()).aborted).not.toContain(id);
    await client.call('CancelTask', { id: after.id });
  });

  it('BC-12 a stream of a canceled task ends with the cancel', async () => {
    const stream = await client.stream('SendStreamingMessage', { message: messageFor('ticks', '200 50') });
    const id = await taskIdOf(stream);
    await stream.first('a chunk', (one) => 'artifactUpdate' in one);
    await client.call('CancelTask', { id });
    const events = await stream.all();
    expect(stream.outline.at(-1)).toBe('TASK_STATE_CANCELED');
    expect(stream.outline.filter((one) => one === 'TASK_STATE_CANCELED')).toHaveLength(1);
    expect(stream.ids).toEqual(events.map((_, index) => (stream.ids[0] ?? 0) + index));
  });

  it.each([undefined, 'need-input-inline'])(
    'BC-13 a blocking call ends with the question (%s)',
    async (skillId) => {
      const question = skillId === undefined ? message('need input') : messageFor(skillId);
      const asked = await client.send(question);
      expect(asked.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
      expect(statusText(asked)).toBe('Which colour?');
      expect(asked.status.message?.role).toBe('ROLE_AGENT');
      const answered = await client.send(message('green', { taskId: asked.id }));
      expect(answered.id).toBe(asked.id);
      expect(answered.status.state).toBe('TASK_STATE_COMPLETED');
      expect(artifactTexts(answered)).toEqual(['You said green']);
      expect(answered.history?.map(({ role }) => role)).toEqual(['ROLE_USER', 'ROLE_AGENT', 'ROLE_USER']);
      expect(answered.history?.every(({ taskId }) => taskId === asked.id)).toBe(true);
    },
  );

  it.each([undefined, 'sleep-inline'])('BC-14 returnImmediately answers at once (%s)', async (skillId) => {
    const began = performance.now();
    const task = await client.begin(
      skillId === undefined ? message('sleep 10') : messageFor(skillId, 'sleep 10'),
    );
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(['TASK_STATE_SUBMITTED', 'TASK_STATE_WORKING']).toContain(task.status.state);
    await client.call('CancelTask', { id: task.id });
  });

  it('BC-14 blocking is the default, and the member `blocking` of old means nothing', async () => {
    const configuration = { blocking: false };
    const task = await client.send(message('sleep 1'), configuration);
    expect(task.status.state).toBe('TASK_STATE_COMPLETED');
    expect(artifactTexts(task)).toEqual(['slept 1']);
  });

  it('BC-15 a made-up task id is not found, and nothing is stored', async () => {
    const before = await count();
    for (const method of ['SendMessage', 'SendStreamingMessage']) {
      const { code } = await client.refusal(method, { message: message('x', { taskId: 'made-up' }) });
      expect(code).toBe(-32001);
    }
    expect((await client.refusal('GetTask', { id: 'made-up' })).code).toBe(-32001);
    expect(await count()).toBe(before);
  });

  it('BC-16 a task in another context is refused, and nothing is appended', async () => {
    const asked = await client.send(messageFor('need-input'));
    const error = await client.refusal('SendMessage', {
      message: message('x', { taskId: asked.id, contextId: 'other' }),
    });
    expect(error.code).toBe(-32602);
    expect(error.data).toEqual([
      {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: [{ field: 'message.contextId', description: expect.any(String) as string }],
      },
    ]);
    expect(await client.task(asked.id)).toEqual(asked);
    const answered = await client.send(message('x', { taskId: asked.id, contextId: asked.contextId }));
    expect(answered.status.state).toBe('TASK_STATE_COMPLETED');
  });

  it('BC-17 a task that has ended takes no more messages', async () => {
    const ended = await client.send(messageFor('letters'));
    for (const method of ['SendMessage', 'SendStreamingMessage']) {
      const error = await client.refusal(method, { message: message('more', { taskId: ended.id }) });
      expect(error.code).toBe(-32004);
    }
    expect(await client.task(ended.id)).toEqual(ended);
  });

  it('C-8 messages to a task that runs become its next turns, one after the other', async () => {
    const { id } = await working('sleep', 'sleep 2');
    const third = client.send(message('sleep 0.3', { taskId: id }));
    const task = await third;
    expect(artifactTexts(task, 'result')).toEqual(['slept 2']);
    expect(artifactTexts(task, 'result-2')).toEqual(['slept 0.3']);
    expect(task.status.state).toBe('TASK_STATE_COMPLETED');
  });

  it('ten messages may wait in a task; one more is refused, and takes nothing away', async () => {
    const { id } = await working('silent', 'first');
    for (let index = 1; index <= 10; index += 1) await client.begin(message(`${index}`, { taskId: id }));
    const refused = await client.refusal('SendMessage', { message: message('too many', { taskId: id }) });
    expect(refused.code).toBe(-32000);
    expect(refused.data?.[0]).toMatchObject({ reason: 'RESOURCE_EXHAUSTED', metadata: { taskId: id } });
    const task = await client.task(id);
    expect(task.status.state).toBe('TASK_STATE_WORKING');
    const texts = task.history?.map(({ parts: [part] }) => (part && 'text' in part ? part.text : ''));
    expect(texts).toEqual(['first', ...Array.from({ length: 10 }, (_, index) => `${index + 1}`)]);
    await client.call('CancelTask', { id });
  });
});
