import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Task } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import type { JsonRpcClient } from '../../support/json-rpc-client.js';
import { messageFor } from '../../support/messages.js';

type Members = Readonly<Record<string, unknown>>;

describe('what a request may look like', () => {
  let agent: AgentProcess;
  let client: JsonRpcClient;
  let talk: Task;

  beforeAll(async () => {
    agent = await AgentProcess.start();
    client = agent.client();
    const asked = await client.send(messageFor('need-input', 'one'));
    talk = await client.send({ ...messageFor('need-input', 'two'), taskId: asked.id });
  });
  afterAll(() => endAgents(agent));

  /** A message as it goes over the wire: members may be anything, undefined leaves one out. */
  const messageWith = (members: Members): Members => ({
    messageId: randomUUID(),
    role: 'ROLE_USER',
    parts: [{ text: 'hi' }],
    metadata: { skillId: 'echo' },
    ...members,
  });
  const send = (message: Members, configuration?: unknown) =>
    client.call<{ task: Task }>('SendMessage', { message, configuration });
  /** What the skill has got of the message. */
  const echo = async (members: Members) => (await send(messageWith(members))).task.artifacts?.[0];
  const fieldsOf = async (method: string, params: unknown) => {
    const { code, data } = await client.refusal(method, params);
    const [{ fieldViolations = [] } = {}] = (data ?? []) as { fieldViolations?: { field: string }[] }[];
    return { code, fields: fieldViolations.map(({ field }) => field) };
  };
  const count = async () => (await client.call<{ totalSize: number }>('ListTasks', {})).totalSize;

  it.each<[string, Members, string]>([
    ['no messageId', { messageId: undefined }, 'message.messageId'],
    ['an empty messageId', { messageId: '' }, 'message.messageId'],
    ['a messageId that is no string', { messageId: 5 }, 'message.messageId'],
    ['no role', { role: undefined }, 'message.role'],
    ['the role of the agent', { role: 'ROLE_AGENT' }, 'message.role'],
    ['the role of the agent by its number', { role: 2 }, 'message.role'],
    ['an unknown role', { role: 'user' }, 'message.role'],
    ['the unspecified role', { role: 'ROLE_UNSPECIFIED' }, 'message.role'],
    ['the unspecified role by its number', { role: 0 }, 'message.role'],
    ['no parts', { parts: undefined }, 'message.parts'],
    ['empty parts', { parts: [] }, 'message.parts'],
    ['parts that are no list', { parts: { text: 'x' } }, 'message.parts'],
    ['a part that is no object', { parts: ['x'] }, 'message.parts[0]'],
    ['a part with two contents', { parts: [{ text: 'x', data: 1 }] }, 'message.parts[0]'],
    ['a part with text and data null', { parts: [{ text: 'x', data: null }] }, 'message.parts[0]'],
    ['a part with no content', { parts: [{ text: 'x' }, { mediaType: 'text/plain' }] }, 'message.parts[1]'],
    ['a part whose content is unset', { parts: [{ text: null }] }, 'message.parts[0]'],
    ['a text that is no string', { parts: [{ text: 5 }] }, 'message.parts[0].text'],
    ['raw that is no base64', { parts: [{ raw: 'not base64!' }] }, 'message.parts[0].raw'],
    ['raw of an impossible length', { parts: [{ raw: 'AAAAA' }] }, 'message.parts[0].raw'],
    ['metadata that is no object', { metadata: [1] }, 'message.metadata'],
    ['a contextId that is no string', { contextId: 5 }, 'message.contextId'],
    ['extensions that are no strings', { extensions: [5] }, 'message.extensions[0]'],
  ])('B-9 N -32602 for %s, and nothing is stored', async (_what, members, field) => {
    const before = await count();
    for (const method of ['SendMessage', 'SendStreamingMessage']) {
      expect(await fieldsOf(method, { message: messageWith(members) })).toEqual({
        code: -32602,
        fields: [field],
      });
    }
    expect(await count()).toBe(before);
  });

  it('B-9 -32602 without a message', async () => {
    for (const params of [{}, { message: null }, { message: 'hi' }, { message: [] }]) {
      expect(await fieldsOf('SendMessage', params)).toEqual({ code: -32602, fields: ['message'] });
    }
  });

  it.each([-1, 1.5, '5x', true, 2 ** 31])('B-26 -32602 for historyLength %j', async (historyLength) => {
    expect(await fieldsOf('GetTask', { id: talk.id, historyLength })).toEqual({
      code: -32602,
      fields: ['historyLength'],
    });
    expect((await fieldsOf('ListTasks', { historyLength })).code).toBe(-32602);
    const inMessage = { message: messageWith({}), configuration: { historyLength } };
    expect((await fieldsOf('SendMessage', inMessage)).fields).toEqual(['configuration.historyLength']);
  });

  it.each([
    [0, undefined],
    [1, ['two']],
    [2, ['Which colour?', 'two']],
    [100, ['one', 'Which colour?', 'two']],
    [undefined, ['one', 'Which colour?', 'two']],
    [null, ['one', 'Which colour?', 'two']],
  ])('B-26 historyLength %j gives the newest messages %j', async (historyLength, expected) => {
    const task = await client.call<Task>('GetTask', { id: talk.id, historyLength });
    expect('history' in task).toBe(expected !== undefined);
    const texts = task.history?.map(({ parts: [part] }) => (part && 'text' in part ? part.text : ''));
    expect(texts).toEqual(expected);
  });

  it('B-26 historyLength holds for the answer of SendMessage too, also when it does not wait', async () => {
    for (const returnImmediately of [true, false]) {
      const none = await send(messageWith({}), { historyLength: 0, returnImmediately });
      expect(none.task).not.toHaveProperty('history');
      const one = await send(messageWith({}), { historyLength: 1, returnImmediately });
      expect(one.task.history).toHaveLength(1);
    }
  });

  it('N-5 members that nobody knows are dropped', async () => {
    const { task } = await client.call<{ task: Task }>('SendMessage', {
      message: messageWith({ kind: 'message', parts: [{ text: 'hi', kind: 'text', x: { y: 1 } }] }),
      configuration: { blocking: true, x: 1 },
      novelty: true,
    });
    expect(task.artifacts?.[0]?.parts).toEqual([{ text: 'hi' }]);
    expect(JSON.stringify(task)).not.toContain('kind');
  });

  it('N-5 null is unset', async () => {
    const { task } = await client.call<{ task: Task }>('SendMessage', {
      tenant: null,
      message: messageWith({
        contextId: null,
        taskId: null,
        extensions: null,
        referenceTaskIds: null,
        parts: [{ text: 'hi', raw: null, url: null, mediaType: null, filename: null, metadata: null }],
      }),
      configuration: { historyLength: null, returnImmediately: null, acceptedOutputModes: null },
      metadata: null,
    });
    expect(task.contextId).toMatch(/./);
    expect(task.artifacts?.[0]?.parts).toEqual([{ text: 'hi' }]);
    expect(
      (await client.ask('SendMessage', { message: messageWith({}), configuration: null })).error,
    ).toBeUndefined();
  });

  it.each([null, 0, false, '', [], {}, [null], { a: null, b_c: [{ d_e: 1 }] }])(
    'N-4 data may be any JSON value and stays as it is: %j',
    async (data) => {
      expect((await echo({ parts: [{ data }] }))?.parts).toEqual([{ data }]);
    },
  );

  it('N-4 an empty text is a text', async () => {
    expect((await echo({ parts: [{ text: '' }] }))?.parts).toEqual([{ text: '' }]);
  });

  it.each(['', 'AAAA', 'QQ==', 'Pz8_Pz8-'])('N-3 raw takes standard and URL-safe base64: %j', async (raw) => {
    const parts = [{ raw, mediaType: 'application/octet-stream', filename: 'x.bin' }];
    const [part] = (await echo({ parts }))?.parts ?? [];
    const bytes = (text: string) => Buffer.from(text, 'base64').toString('hex');
    expect(bytes((part as { raw: string }).raw)).toBe(bytes(raw));
    expect(part).toMatchObject({ mediaType: 'application/octet-stream', filename: 'x.bin' });
  });

  it('N-4 a text with anything that JSON can hold arrives unchanged', async () => {
    const text = 'ünï 漢字 🎲 \u2028\u2029 \r\n\t \\ " </script>';
    expect((await echo({ parts: [{ text }] }))?.parts).toEqual([{ text }]);
  });

  it('O-7 a NUL character, which PostgreSQL does not store, does no harm', async () => {
    const { result, error } = await client.ask<{ task: Task }>('SendMessage', {
      message: messageWith({ parts: [{ text: 'a\u0000b' }, { data: { 'k\u0000': '\ud800' } }] }),
    });
    // Either will do: it is kept, or refused as what is wrong with the request.
    expect(result?.task.status.state ?? error?.code).toBeOneOf(['TASK_STATE_COMPLETED', -32602]);
  });

  it('N-5 snake_case names and enum numbers are read, and what is ours is answered', async () => {
    const { task } = await client.call<{ task: Task }>('SendMessage', {
      message: {
        message_id: randomUUID(),
        role: 1,
        context_id: 'snakes',
        parts: [{ data: { snake_case: 1 }, media_type: 'application/json' }],
        metadata: { skillId: 'echo', own_name: 2 },
      },
      configuration: { history_length: 0, return_immediately: false },
    });
    expect(task).not.toHaveProperty('history');
    expect(task.contextId).toBe('snakes');
    const [artifact] = task.artifacts ?? [];
    expect(artifact?.parts).toEqual([{ data: { snake_case: 1 }, mediaType: 'application/json' }]);
    expect(artifact?.metadata).toEqual({ skillId: 'echo', own_name: 2 });
    const listed = await client.call<{ tasks: Task[] }>('ListTasks', {
      context_id: 'snakes',
      status: 3,
      page_size: 5,
    });
    expect(listed).toMatchObject({ tasks: [{ id: task.id }], pageSize: 5, totalSize: 1 });
  });

  it('O-7 __proto__ and its like are inert', async () => {
    const wire = (members: string) =>
      `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"${randomUUID()}",` +
      `"role":"ROLE_USER","parts":[{"text":"hi"}]${members}}}}`;
    const polluted =
      '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},"skillId":"echo"}';
    for (const members of [
      `,"metadata":${polluted}`,
      `,"metadata":{"skillId":"echo"},"__proto__":{"messageId":"p","polluted":"yes"}`,
      `,"metadata":{"skillId":"__proto__"}`,
    ]) {
      const { text } = await client.post(wire(members));
      const { error } = JSON.parse(text) as { error?: { code: number } };
      expect([undefined, -32602]).toContain(error?.code);
    }
    const [{ taskId, ...fresh } = { taskId: '' }] = (await send(messageWith({}))).task.history ?? [];
    expect(taskId).toMatch(/./);
    expect(JSON.stringify(fresh)).not.toContain('polluted');
    const required = await fieldsOf('SendMessage', JSON.parse('{"__proto__":{"message":{}}}'));
    expect(required.fields).toEqual(['message']);
  });

  it('N-1 N-2 answers are camelCase, with enum names and UTC times in milliseconds', async () => {
    const task = await client.task(talk.id);
    expect(task.status.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(JSON.stringify(task)).not.toMatch(/"[a-z]+_[a-z_]+":/);
    expect(Object.keys(task).toSorted()).toEqual(['artifacts', 'contextId', 'history', 'id', 'status']);
  });
});
