import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { callOf, type JsonRpcClient } from '../../support/json-rpc-client.js';
import type { RpcAnswer } from '../../support/rpc-answer.js';
import { messageFor } from '../../support/messages.js';

const MAX_BODY_BYTES = 200_000;

describe('the JSON-RPC envelope', () => {
  let agent: AgentProcess;
  let client: JsonRpcClient;

  beforeAll(async () => {
    agent = await AgentProcess.start({ env: { MAX_BODY_BYTES: `${MAX_BODY_BYTES}` } });
    client = agent.client();
  });
  afterAll(() => endAgents(agent));

  const answerTo = async (...args: Parameters<JsonRpcClient['post']>) => {
    const { status, text, headers } = await client.post(...args);
    return { status, headers, ...(JSON.parse(text) as RpcAnswer) };
  };

  it.each([
    '{"jsonrpc":"2.0",',
    '',
    'null null',
    '{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":01}}',
  ])('BC-21 what is no JSON is -32700 with id null: %j', async (body) => {
    const { status, jsonrpc, id, error, headers } = await answerTo(body);
    expect({ status, jsonrpc, id, code: error?.code }).toEqual({
      status: 200,
      jsonrpc: '2.0',
      id: null,
      code: -32700,
    });
    expect(headers['content-type']).toMatch(/^application\/json/);
  });

  it('BC-21 bytes that are no UTF-8 are -32700', async () => {
    const { error } = await answerTo(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));
    expect(error?.code).toBe(-32700);
  });

  it.each([
    ['no object', '"GetTask"', null],
    ['null', 'null', null],
    ['a batch', `[${callOf('ListTasks', {})}]`, null],
    ['an empty batch', '[]', null],
    ['a notification', '{"jsonrpc":"2.0","method":"ListTasks","params":{}}', null],
    ['no version', '{"id":7,"method":"ListTasks","params":{}}', 7],
    ['another version', '{"jsonrpc":"1.0","id":"q7","method":"ListTasks"}', 'q7'],
    ['no method', '{"jsonrpc":"2.0","id":7}', 7],
    ['a method that is no string', '{"jsonrpc":"2.0","id":7,"method":5}', 7],
    ['an object as id', '{"jsonrpc":"2.0","id":{},"method":"ListTasks"}', null],
    ['a boolean as id', '{"jsonrpc":"2.0","id":true,"method":"ListTasks"}', null],
  ])('-32600 for %s', async (_what, body, id) => {
    const answer = await answerTo(body);
    expect([answer.error?.code, answer.id, answer.jsonrpc]).toEqual([-32600, id, '2.0']);
  });

  it.each([0, -1, 1.5, '', 'q7', 'ü"\\', null, Number.MAX_SAFE_INTEGER])(
    'K-4 echoes the id %j',
    async (id) => {
      for (const method of ['ListTasks', 'NoSuchMethod']) {
        const { text } = await client.post(callOf(method, {}, id));
        expect((JSON.parse(text) as RpcAnswer).id).toBe(id);
      }
    },
  );

  it.each(['NoSuchMethod', 'sendMessage', 'message/send', '', '__proto__', 'constructor', 'toString'])(
    '-32601 for the method %j',
    async (method) => {
      const { error, id } = await client.ask(method, {});
      expect([error?.code, id]).toEqual([-32601, 1]);
    },
  );

  it.each([[[]], ['x'], [5], [true]])('-32602 for params that are no object: %j', async (params) => {
    expect((await client.refusal('ListTasks', params)).code).toBe(-32602);
  });

  it('a call without params has empty ones', async () => {
    expect((await client.ask('ListTasks')).result).toBeDefined();
    expect((await client.refusal('GetTask')).code).toBe(-32602);
  });

  it.each(['/', '?x=1', '/?x=1'])('answers also under %s at the end of the path', async (suffix) => {
    const { error, result } = await answerTo(callOf('ListTasks', {}), {}, `${client.url}${suffix}`);
    expect(error).toBeUndefined();
    expect(result).toBeDefined();
  });

  it.each(['GET', 'PUT', 'DELETE'])('405 for %s, saying what is allowed', async (method) => {
    const response = await fetch(client.url, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it.each(['text/plain', undefined, 'application/x-www-form-urlencoded'])(
    '415 for content type %s',
    async (type) => {
      const { status, error } = await answerTo(callOf('ListTasks', {}), { 'content-type': type });
      expect([status, error?.code]).toEqual([415, -32600]);
    },
  );

  it('takes a body up to its limit and refuses a larger one with 413', async () => {
    const bodyOf = (bytes: number) => {
      const empty = callOf('SendMessage', { message: messageFor('reply', '') });
      return callOf('SendMessage', { message: messageFor('reply', 'x'.repeat(bytes - empty.length)) });
    };
    expect((await answerTo(bodyOf(MAX_BODY_BYTES))).result).toBeDefined();
    const { status, error } = await answerTo(bodyOf(MAX_BODY_BYTES + 1));
    expect([status, error?.code]).toEqual([413, -32600]);
  });

  it('refuses deep nesting without falling over', async () => {
    for (const depth of [200, 90_000]) {
      const body = `{"jsonrpc":"2.0","id":1,"method":"ListTasks","params":${'['.repeat(depth)}${']'.repeat(depth)}}`;
      expect((await answerTo(body)).error?.code).toBe(-32602);
    }
    expect((await client.ask('ListTasks', {})).result).toBeDefined();
  });

  describe('the version', () => {
    const withVersion = (version: string | undefined, query = '') =>
      answerTo(callOf('ListTasks', {}), { 'a2a-version': version }, `${client.url}${query}`);

    it.each(['1.0', '1.0.3', '1.0.0', ' 1.0 '])('G-4 BC-22 %j is 1.0', async (version) => {
      expect((await withVersion(version)).result).toBeDefined();
    });

    it.each(['99.0', '0.3', '1', '1.1', '2.0', '1.0.x', '1.00', 'x', ''])(
      'G-2 BC-22 BC-23 %j is not spoken here: -32009 naming what is',
      async (version) => {
        const { error, id } = await withVersion(version);
        expect([error?.code, id]).toEqual([-32009, 1]);
        expect(error?.message).toContain('1.0');
        expect(error?.data?.[0]).toMatchObject({
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'VERSION_NOT_SUPPORTED',
          domain: 'a2a-protocol.org',
        });
      },
    );

    it('G-3 BC-23 no version at all is 0.3, and never silently 1.0', async () => {
      expect((await withVersion(undefined)).error?.code).toBe(-32009);
      const message = messageFor('echo', 'hi', { contextId: 'no-version' });
      expect((await client.ask('SendMessage', { message }, { 'a2a-version': undefined })).error?.code).toBe(
        -32009,
      );
      const { totalSize } = await client.call<{ totalSize: number }>('ListTasks', {
        contextId: 'no-version',
      });
      expect(totalSize).toBe(0);
    });

    it('G-1 the version may come in the query; the header wins', async () => {
      expect((await withVersion(undefined, '?A2A-Version=1.0')).result).toBeDefined();
      expect((await withVersion(undefined, '?A2A-Version=99.0')).error?.code).toBe(-32009);
      expect((await withVersion('99.0', '?A2A-Version=1.0')).error?.code).toBe(-32009);
      expect((await withVersion('1.0', '?A2A-Version=99.0')).result).toBeDefined();
    });
  });
});
