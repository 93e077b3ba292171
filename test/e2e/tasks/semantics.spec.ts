import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { eventually } from '../../support/eventually.js';
import type { JsonRpcClient } from '../../support/json-rpc-client.js';
import { artifactTexts, message, messageFor, statusText } from '../../support/messages.js';

describe('what a message may ask for', () => {
  let agent: AgentProcess;
  let client: JsonRpcClient;

  beforeAll(async () => {
    agent = await AgentProcess.start({ env: { MAX_TURNS: '2', MAX_HISTORY: '4', MAX_HEADER_BYTES: '4096' } });
    client = agent.client();
  });
  afterAll(() => endAgents(agent));

  const refusal = (params: object) => client.refusal('SendMessage', params);

  it('O-5 a skill that needs an authorisation waits for it, and goes on with the next message', async () => {
    const task = await client.send(messageFor('need-auth'));
    expect(task.status.state).toBe('TASK_STATE_AUTH_REQUIRED');
    expect(statusText(task)).toContain('https://login.example/device');
    const after = await client.send(message('I have', { taskId: task.id }));
    expect(after.status.state).toBe('TASK_STATE_COMPLETED');
    expect(artifactTexts(after, 'result-2')).toEqual(['read']);
  });

  it.each(['SendStreamingMessage', 'SubscribeToTask'])(
    'O-5 B-12 C-8 a stream stays open while the task waits for an authorisation: %s',
    async (method) => {
      const task = method === 'SubscribeToTask' ? await client.begin(messageFor('need-auth')) : undefined;
      const stream = await client.stream(
        method,
        task ? { id: task.id } : { message: messageFor('need-auth') },
      );
      const { response } = await stream.first('the task', (one) => 'task' in one);
      const id = 'task' in response ? response.task.id : '';
      const isWaiting = async () => (await client.task(id)).status.state === 'TASK_STATE_AUTH_REQUIRED';
      await eventually('it waits', isWaiting);
      await client.send(message('I have', { taskId: id }));
      await stream.all();
      expect(stream.outline.slice(-2)).toEqual(['artifact', 'TASK_STATE_COMPLETED']);
    },
  );

  it.each([
    ['nothing', undefined],
    ['an empty list', []],
    ['the type', ['image/png']],
    ['the type with parameters', ['IMAGE/PNG; q=1']],
    ['one of several', ['text/plain', 'image/svg+xml']],
    ['a range', ['image/*']],
    ['everything', ['*/*']],
  ])('B-5 is taken by a skill of which the caller accepts %s', async (_, acceptedOutputModes) => {
    const task = await client.send(messageFor('draw'), { acceptedOutputModes });
    expect(task.status.state).toBe('TASK_STATE_COMPLETED');
  });

  it('B-5 B-4 is refused, and no task made, when the skill gives nothing that the caller accepts', async () => {
    const contextId = 'no-pictures';
    const params = {
      message: messageFor('draw', 'go', { contextId }),
      configuration: { acceptedOutputModes: ['text/plain', 'audio/*'] },
    };
    const error = await refusal(params);
    expect(error.code).toBe(-32005);
    expect(error.data?.[0]).toMatchObject({ reason: 'CONTENT_TYPE_NOT_SUPPORTED' });
    expect(error.message).toContain('image/png, image/svg+xml');
    expect(await client.call('ListTasks', { contextId })).toMatchObject({ totalSize: 0 });
  });

  it('D-7 refers to tasks that the caller may see, and to no others', async () => {
    const { id } = await client.send(messageFor('echo'));
    const fine = await client.send(messageFor('echo', 'go', { referenceTaskIds: [id, id] }));
    expect(fine.history?.[0]?.referenceTaskIds).toEqual([id, id]);
    const error = await refusal({ message: messageFor('echo', 'go', { referenceTaskIds: [id, 'made-up'] }) });
    expect(error.code).toBe(-32001);
    expect(error.data?.[0]).toMatchObject({ metadata: { taskId: 'made-up' } });
  });

  it('names every member that is larger than it may be', async () => {
    const large = { blob: 'x'.repeat(70_000) };
    const error = await refusal({
      message: { ...messageFor('echo', 'go', { metadata: large }), parts: [{ text: 'a', metadata: large }] },
      metadata: large,
    });
    expect(error.code).toBe(-32602);
    expect(JSON.stringify(error.data)).toMatch(
      /"metadata".*"message\.metadata".*"message\.parts\[0\]\.metadata"/,
    );
    const parts = Array.from({ length: 1_001 }, () => ({ text: 'a' }));
    expect((await refusal({ message: { ...messageFor('echo'), parts } })).code).toBe(-32602);
  });

  it('takes no more messages to a task than it may', async () => {
    const { id } = await client.send(messageFor('need-input'));
    await client.send(message('again', { taskId: id }));
    const error = await refusal({ message: message('blue', { taskId: id }) });
    expect(error.code).toBe(-32004);
    expect(error.message).toContain('has taken 2 messages');
    expect((await client.task(id)).status.state).toBe('TASK_STATE_INPUT_REQUIRED');
  });

  it('fails a task whose skill remarks without end, saying what to do instead', async () => {
    const full = await client.send(messageFor('remark', '3'));
    expect(full.status.state).toBe('TASK_STATE_COMPLETED');
    const task = await client.send(messageFor('remark', '1000'));
    expect(task.status.state).toBe('TASK_STATE_FAILED');
    expect(statusText(task)).toMatch(/more remarks .* Report with progress/);
    expect(task.history).toHaveLength(4);
  });

  it('answers headers that are too large in JSON', async () => {
    const { status, headers, text } = await client.post('{}', { 'x-large': 'x'.repeat(5_000) });
    expect(status).toBe(431);
    expect(headers['content-type']).toContain('application/json');
    expect(JSON.parse(text)).toMatchObject({ error: { code: 431, status: 'RESOURCE_EXHAUSTED' } });
  });

  it('says nothing in its answers of what they are made with', async () => {
    const { headers } = await client.post('{}');
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers.etag).toBeUndefined();
  });
});
