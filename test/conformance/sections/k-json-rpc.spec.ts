import { expect } from 'vitest';
import type { Task } from '../../../src/a2a/index.js';
import { eventually } from '../../support/eventually.js';
import { callOf } from '../../support/json-rpc-client.js';
import { JsonRpcStream } from '../../support/json-rpc-stream.js';
import { messageFor } from '../../support/messages.js';
import type { RpcAnswer } from '../../support/rpc-answer.js';
import { describeSection } from '../conformance.js';
import { extensionOf, rpcOf } from '../raw.js';

const METHODS = [
  'SendMessage',
  'SendStreamingMessage',
  'GetTask',
  'ListTasks',
  'CancelTask',
  'SubscribeToTask',
  'CreateTaskPushNotificationConfig',
  'GetTaskPushNotificationConfig',
  'ListTaskPushNotificationConfigs',
  'DeleteTaskPushNotificationConfig',
  'GetExtendedAgentCard',
];

const NOT_FOUND = -32601;

describeSection('K: JSON-RPC', ({ once }) => {
  once('K-1', 'a call is answered in application/json, its result in an envelope', async (peer) => {
    const { status, headers, text } = await rpcOf(peer).post(callOf('ListTasks', {}, 'an-id'), {
      'content-type': 'application/json',
    });
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(JSON.parse(text)).toEqual({
      jsonrpc: '2.0',
      id: 'an-id',
      result: expect.any(Object) as object,
    });
  });

  once('K-1', 'so is a call with a long result', async (peer) => {
    const params = { message: messageFor('echo', 'long'.repeat(100_000)) };
    const { status, headers, text } = await rpcOf(peer).post(callOf('SendMessage', params, 'an-id'));
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(text.length).toBeGreaterThan(400_000);
    expect(JSON.parse(text)).toEqual({
      jsonrpc: '2.0',
      id: 'an-id',
      result: { task: expect.any(Object) as object },
    });
  });

  once('K-1', 'an error is answered in application/json, and has no result beside it', async (peer) => {
    const { headers, text } = await rpcOf(peer).post(callOf('GetTask', { id: 'no-such-task' }, 'an-id'));
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(JSON.parse(text)).toEqual({
      jsonrpc: '2.0',
      id: 'an-id',
      error: expect.objectContaining({ code: expect.any(Number) as number }) as object,
    });
  });

  for (const method of METHODS)
    once('K-1', `${method} is a method`, async (peer) => {
      // Without parameters, so that nothing happens; the answer is an error, but another one.
      const { result, error } = await rpcOf(peer).ask(method);
      expect(result ?? error).toBeDefined();
      expect(error?.code).not.toBe(NOT_FOUND);
    });

  for (const method of ['sendMessage', 'message/send', 'tasks/get', 'send_message'])
    once('K-1', `${method} is no method: names are in PascalCase`, async (peer) => {
      expect((await rpcOf(peer).refusal(method, {})).code).toBe(NOT_FOUND);
    });

  once('K-1', 'the version is read from its header', async (peer) => {
    const rpc = rpcOf(peer);
    expect((await rpc.refusal('ListTasks', {}, { 'a2a-version': '0.3' })).code).toBe(-32009);
    expect((await rpc.ask('ListTasks', {}, { 'A2A-VERSION': '1.0' })).error).toBeUndefined();
    expect((await rpc.ask('ListTasks', { 'A2A-Version': '0.3' })).error).toBeUndefined();
  });

  once('K-1', 'extensions are read from their header', async (peer) => {
    const uri = await extensionOf(peer);
    const call = (params: object, headers: Record<string, string> = {}) =>
      rpcOf(peer).post(callOf('ListTasks', params), headers);
    expect((await call({}, { 'a2a-extensions': uri })).headers['a2a-extensions']).toBe(uri);
    expect((await call({ 'A2A-Extensions': uri })).headers).not.toHaveProperty('a2a-extensions');
  });

  for (const id of ['a-call', 7])
    once(
      'K-2',
      `each event of a stream is a whole response with the id ${JSON.stringify(id)}`,
      async (peer) => {
        const params = { message: messageFor('letters') };
        const { status, headers, text } = await rpcOf(peer).post(callOf('SendStreamingMessage', params, id));
        expect(status).toBe(200);
        expect(headers['content-type']).toMatch(/^text\/event-stream/);
        const events = text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []));
        expect(events.length).toBeGreaterThan(2);
        for (const data of events) {
          const { result, ...envelope } = JSON.parse(data) as RpcAnswer<object>;
          expect(envelope).toEqual({ jsonrpc: '2.0', id });
          expect(Object.keys(result!)).toEqual([
            expect.stringMatching(/^(task|statusUpdate|artifactUpdate)$/) as string,
          ]);
        }
      },
    );

  once('K-2', 'an answer by SubscribeToTask is such a stream too', async (peer) => {
    const task = await peer.send('need-input');
    // Not read to its end, which never comes.
    const response = await rpcOf(peer).open('SubscribeToTask', { id: task.id });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toMatch(/^text\/event-stream/);
    const stream = new JsonRpcStream(response);
    const { data } = await eventually('the stream brings an event', () => stream.parser.events[0]);
    stream.destroy();
    expect(JSON.parse(data)).toMatchObject({ jsonrpc: '2.0', id: 1, result: { task: { id: task.id } } });
  });

  once('K-3', 'the result of SendMessage has one member that tells what it is', async (peer) => {
    const send = (skillId: string) => peer.result<object>('SendMessage', { message: messageFor(skillId) });
    expect(Object.keys(await send('echo'))).toEqual(['task']);
    expect(Object.keys(await send('reply'))).toEqual(['message']);
  });

  once('K-3', 'the results of GetTask and CancelTask are the task itself', async (peer) => {
    const { id } = await peer.send('need-input');
    const members = { id, contextId: expect.any(String) as string, status: expect.any(Object) as object };
    expect(await peer.result<Task>('GetTask', { id })).toMatchObject(members);
    expect(await peer.result<Task>('CancelTask', { id })).toMatchObject(members);
  });

  once('K-3', 'the result of ListTasks is a page', async (peer) => {
    expect(Object.keys(await peer.result<object>('ListTasks')).toSorted()).toEqual([
      'nextPageToken',
      'pageSize',
      'tasks',
      'totalSize',
    ]);
  });

  once('K-3', 'GetExtendedAgentCard may come without params', async (peer) => {
    const { text } = await rpcOf(peer).post('{"jsonrpc":"2.0","id":1,"method":"GetExtendedAgentCard"}');
    expect((JSON.parse(text) as RpcAnswer).error?.code).toBe(-32004);
  });

  once(
    'K-3',
    'the result of GetExtendedAgentCard is the card itself, with params and without',
    async (peer) => {
      const headers = await peer.credentials('alice');
      for (const params of [undefined, {}]) {
        const { text } = await rpcOf(peer).post(callOf('GetExtendedAgentCard', params), headers);
        expect((JSON.parse(text) as RpcAnswer).result).toMatchObject({ name: 'cases', version: '1.0.0' });
      }
    },
    { on: 'with an extended card' },
  );

  for (const body of ['{"id":7,"method":"ListTasks"}', '{"jsonrpc":"1.0","id":7,"method":"ListTasks"}'])
    once('K-4', `what does not say that it is JSON-RPC 2.0 is no call: ${body}`, async (peer) => {
      const { text } = await rpcOf(peer).post(body);
      expect((JSON.parse(text) as RpcAnswer).error?.code).toBe(-32600);
    });

  for (const id of ['q7', '', 0, -1, null])
    once('K-4', `the id ${JSON.stringify(id)} comes back, with a result and with an error`, async (peer) => {
      for (const method of ['ListTasks', 'GetTask']) {
        const { text } = await rpcOf(peer).post(callOf(method, {}, id));
        expect((JSON.parse(text) as RpcAnswer).id).toBe(id);
      }
    });

  for (const body of ['{"jsonrpc":"2.0",', '', '{"jsonrpc":"2.0","id":1,"method":"ListTasks"'])
    once('K-4', `what is no JSON is -32700 with the id null: ${body || 'nothing'}`, async (peer) => {
      const { text } = await rpcOf(peer).post(body);
      expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32700 } });
    });
});
