import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { A2AError, taskNotFound } from '../../protocol/index.js';
import { TestAgent } from '../testing/test-agent.js';

const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest';
const ERROR_INFO = 'type.googleapis.com/google.rpc.ErrorInfo';

describe('the JSON-RPC interface', () => {
  let agent: TestAgent;
  const seen: object[] = [];

  beforeAll(async () => {
    agent = await TestAgent.start(
      {
        getTask: (_caller, request) => {
          seen.push(request);
          return { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } };
        },
        listTasks: () => ({ tasks: [], nextPageToken: '', pageSize: 50, totalSize: 0 }),
        cancelTask: () => {
          throw taskNotFound('t');
        },
        sendMessage: () => {
          throw new Error('password=hunter2');
        },
        sendStreamingMessage: () => {
          throw new A2AError('UNSUPPORTED_OPERATION', 'The task has ended.');
        },
      },
      { limits: { maxBodyBytes: 1_000 } },
    );
  });

  afterAll(() => agent.stop());

  const call = (extra: object) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'GetTask',
    params: { id: 't' },
    ...extra,
  });
  const errorOf = async (response: Response) =>
    (await response.json()) as { id: unknown; error: { code: number } };

  it('K-1 answers a call as JSON with status 200', async () => {
    const response = await agent.post(call({}));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } },
    });
  });

  it.each([[0], [''], ['a'], [-1], [1.5], [null]])('K-4 echoes the id %j with its type', async (id) => {
    expect(await (await agent.post(call({ id }))).json()).toMatchObject({ id, result: {} });
  });

  it.each([
    ['BC-21 a body cut short', '{"jsonrpc":"2.0",'],
    ['an empty body', ''],
    ['bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
    ['single quotes', "{'jsonrpc':'2.0'}"],
  ])('K-4 %s is -32700 with id null', async (_name, body) => {
    const response = await agent.post(body);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32700, message: 'Invalid JSON payload' },
    });
  });

  it.each([
    ['a number', 5, null],
    ['null', null, null],
    ['a batch', [call({})], null],
    ['an empty batch', [], null],
    ['a notification', { jsonrpc: '2.0', method: 'GetTask', params: {} }, null],
    ['an id that is an object', call({ id: {} }), null],
    ['an id that is a boolean', call({ id: true }), null],
    [
      'an id that JSON can not carry exactly',
      '{"jsonrpc":"2.0","id":9007199254740993,"method":"GetTask"}',
      null,
    ],
    ['another version of JSON-RPC', call({ jsonrpc: '1.0' }), 1],
    ['no version of JSON-RPC', call({ jsonrpc: undefined }), 1],
    ['a method that is no string', call({ method: 7 }), 1],
    ['no method', call({ method: undefined }), 1],
  ])('K-4 %s is -32600', async (_name, body, id) => {
    const answer = await errorOf(await agent.post(body));
    expect(answer).toMatchObject({ jsonrpc: '2.0', id, error: { code: -32600 } });
  });

  it('K-4 neither a batch nor a notification is run', async () => {
    const { length } = seen;
    await agent.post([call({})]);
    await agent.post({ jsonrpc: '2.0', method: 'GetTask', params: { id: 't' } });
    expect(seen).toHaveLength(length);
  });

  it.each(['message/send', 'gettask', 'constructor', '__proto__', ''])(
    'K-4 method %j is -32601',
    async (method) => {
      expect(await errorOf(await agent.post(call({ method })))).toMatchObject({
        id: 1,
        error: { code: -32601 },
      });
    },
  );

  it('J-3 wrong parameters are -32602 with a violation per member', async () => {
    const message = { messageId: '', role: 'ROLE_AGENT', parts: [{}] };
    expect(await agent.call('SendMessage', { message })).toMatchObject({
      id: 1,
      error: {
        code: -32602,
        message: 'Invalid parameters',
        data: [
          {
            '@type': BAD_REQUEST,
            fieldViolations: [
              { field: 'message.messageId' },
              { field: 'message.role' },
              { field: 'message.parts[0]' },
            ],
          },
        ],
      },
    });
  });

  it.each([[[1]], ['text'], [7]])('J-3 params %j are -32602', async (params) => {
    expect(await agent.call('GetTask', params)).toMatchObject({
      error: { code: -32602, data: [{ '@type': BAD_REQUEST, fieldViolations: [{ field: 'params' }] }] },
    });
  });

  it('K-3 a call without params has empty ones', async () => {
    expect(await agent.call('ListTasks')).toMatchObject({ result: { tasks: [] } });
    expect(await agent.call('ListTasks', null)).toMatchObject({ result: { tasks: [] } });
    expect(await agent.call('GetTask')).toMatchObject({
      error: { code: -32602, data: [{ fieldViolations: [{ field: 'id' }] }] },
    });
  });

  it('J-2 an error of the protocol carries an ErrorInfo', async () => {
    expect(await agent.call('CancelTask', { id: 't' })).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: {
        code: -32001,
        message: expect.any(String),
        data: [
          {
            '@type': ERROR_INFO,
            reason: 'TASK_NOT_FOUND',
            domain: 'a2a-protocol.org',
            metadata: { taskId: 't' },
          },
        ],
      },
    });
  });

  it('J-7 an error of our own says nothing but a correlation id', async () => {
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }] };
    const answer = await agent.call('SendMessage', { message });
    expect(answer).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: {
        code: -32603,
        message: 'Internal error',
        data: [
          {
            '@type': ERROR_INFO,
            reason: 'INTERNAL',
            domain: 'a2a-protocol.org',
            metadata: { correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
          },
        ],
      },
    });
  });

  it('B-14 an error before the first event of a stream is plain JSON', async () => {
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }] };
    const response = await agent.post(call({ method: 'SendStreamingMessage', params: { message } }));
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32004 } });
  });

  it.each([
    ['CreateTaskPushNotificationConfig', -32003],
    ['GetTaskPushNotificationConfig', -32003],
    ['ListTaskPushNotificationConfigs', -32003],
    ['DeleteTaskPushNotificationConfig', -32003],
  ])('B-31 %s needs a capability that is not declared: %d', async (method, code) => {
    expect(await agent.call(method)).toMatchObject({ error: { code } });
  });

  it.each(['1.0', '1.0.3', ' 1.0 '])('G-4 version %j is served', async (version) => {
    expect(await (await agent.post(call({}), { 'a2a-version': version })).json()).toHaveProperty('result');
  });

  it.each(['', '0.3', '99.0', '1.1', '1', '1.0, 1.0', 'v1.0', '1.0.x'])(
    'G-3 version %j is -32009',
    async (version) => {
      expect(await (await agent.post(call({ id: 'q' }), { 'a2a-version': version })).json()).toMatchObject({
        id: 'q',
        error: {
          code: -32009,
          message: expect.stringContaining('A2A-Version: 1.0'),
          data: [{ reason: 'VERSION_NOT_SUPPORTED', metadata: { supportedVersions: '1.0' } }],
        },
      });
    },
  );

  it('O-6 deep nesting is -32602, and does not blow the stack', async () => {
    const nested = (levels: number) =>
      `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t","x":${'['.repeat(levels)}${']'.repeat(levels)}}}`;
    expect(await (await agent.post(nested(98))).json()).toHaveProperty('result');
    expect(await errorOf(await agent.post(nested(99)))).toMatchObject({ id: 1, error: { code: -32602 } });
  });

  it('O-7 __proto__ is a member like any other', async () => {
    const answer = await agent.post(
      '{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t","__proto__":{"historyLength":3}}}',
    );
    expect(await answer.json()).toHaveProperty('result');
    expect(seen.at(-1)).toEqual({ id: 't' });
    expect((seen.at(-1) as { historyLength?: number }).historyLength).toBeUndefined();
    expect(
      await (await agent.post('{"__proto__":{"jsonrpc":"2.0","id":1,"method":"GetTask"}}')).json(),
    ).toMatchObject({
      id: null,
      error: { code: -32600 },
    });
  });
});
