import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { limitServer } from '../../../src/a2a/net/server-limits.js';
import type { FuzzRequest } from '../requests/fuzz-request.js';
import { type FuzzTarget, TARGETS } from '../fuzz-target.js';
import { AnswerReader } from '../wire/answer-reader.js';
import { FuzzConnection } from '../wire/fuzz-connection.js';
import { written } from '../wire/written-request.js';

const ERROR_INFO = {
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason: 'TASK_NOT_FOUND',
  domain: 'a2a-protocol.org',
  metadata: {},
};
const json = (body: unknown, status = 200, headers = '') =>
  `HTTP/1.1 ${status} X\r\ncontent-type: application/json\r\n${headers}content-length: ${Buffer.byteLength(JSON.stringify(body))}\r\n\r\n${JSON.stringify(body)}`;
const rpcError = (code: number, message = 'x', id: unknown = 7) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});
const rpcEvent = (body: unknown) =>
  `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n${chunk(`id: 1\ndata: ${JSON.stringify(body)}\n\n`)}0\r\n\r\n`;
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const status = (code: number, message = 'x', details: unknown = [ERROR_INFO]) => ({
  error: { code, status: 'NOT_FOUND', message, details },
});
const sentParts = [{ text: 'a\u0000b' }, { data: { b: 1, a: [null] } }];
const message = { messageId: 'm', role: 'ROLE_USER', parts: sentParts };
const echoed = (parts: unknown) => ({ task: { artifacts: [{ artifactId: 'echo', parts }] } });

const CALL: FuzzRequest = {
  verb: 'POST',
  target: '/a2a/jsonrpc',
  headers: [],
  framing: 'length',
  isValid: true,
  body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'SendMessage', params: { message } }),
};
const REQUEST: FuzzRequest = { ...CALL, target: '/a2a/v1/message:send', body: JSON.stringify({ message }) };

function faults(target: FuzzTarget, request: FuzzRequest, answer: string): string[] {
  const sent = written(request, (text) => text, {});
  const whole = new AnswerReader(true).push(Buffer.from(answer));
  if (!whole) throw new Error(`Not whole: ${answer}`);
  return target.faultsOf(request, sent, { answer: whole, tookMs: 1 });
}

const [JSON_RPC, HTTP_JSON] = TARGETS as [FuzzTarget, FuzzTarget];

describe('what the fuzz tests find fault with', () => {
  it.each([
    [
      'a result',
      json({
        jsonrpc: '2.0',
        id: 7,
        result: echoed([{ data: { a: [null], b: 1 } }, { text: 'a\u0000b' }].toReversed()),
      }),
    ],
    [
      'an error of the protocol',
      json({ ...rpcError(-32001), error: { code: -32001, message: 'x', data: [ERROR_INFO] } }),
    ],
    ['an event', rpcEvent({ jsonrpc: '2.0', id: 7, result: { task: {} } })],
    ['too much', json(rpcError(-32000), 429, 'retry-after: 1\r\n')],
  ])('nothing: JSON-RPC, %s', (_, answer) => {
    expect(faults(JSON_RPC, CALL, answer)).toEqual([]);
  });

  it.each([
    ['HTML', 'HTTP/1.1 404 Not Found\r\ncontent-type: text/html\r\ncontent-length: 6\r\n\r\n<html>', 'HTML'],
    ['status 500', json(rpcError(-32603), 500), 'status 500'],
    ['an internal error', json(rpcError(-32603)), 'code -32603'],
    ['another id', json({ jsonrpc: '2.0', id: '7', result: {} }), 'id "7"'],
    ['null for an id', json(rpcError(-32001, 'x', null)), 'id null'],
    ['no version', json({ id: 7, result: {} }), 'jsonrpc is not 2.0'],
    ['both result and error', json({ ...rpcError(-32001), result: {} }), 'it has error,id,jsonrpc,result'],
    ['a good call that is refused', json(rpcError(-32602)), 'a good call is refused'],
    ['a stack', json(rpcError(-32001, 'x\n    at f (a.js:1:2)')), 'a stack'],
    ['a path', json(rpcError(-32001, '/home/a/node_modules/b')), 'a path'],
    [
      'a fault of the language',
      json(rpcError(-32001, "Cannot read properties of null (reading 'x')")),
      'a fault',
    ],
    ['a statement', json(rpcError(-32001, 'select * from a2a.tasks')), 'the datastore'],
    ['no time to come back', json(rpcError(-32603), 503), 'Retry-After'],
    [
      'text that was lost',
      json({ jsonrpc: '2.0', id: 7, result: echoed([{ text: 'ab' }, sentParts[1]]) }),
      'it gives back',
    ],
    ['an event that is none', rpcEvent({ jsonrpc: '2.0', id: 7, result: {} }), 'an event holds'],
    ['an event of another call', rpcEvent({ jsonrpc: '2.0', id: 8, result: { task: {} } }), 'id 8'],
    ['an event that tells of a fault', rpcEvent(rpcError(-32603)), 'code -32603'],
    ['its make', json({ jsonrpc: '2.0', id: 7, result: {} }, 200, 'x-powered-by: X\r\n'), 'made with'],
  ])('JSON-RPC: %s', (_, answer, fault) => {
    expect(faults(JSON_RPC, CALL, answer).join('; ')).toContain(fault);
  });

  it.each([
    ['no error', json({}, 404), 'it has no error'],
    ['another code', json(status(400), 404), 'code 400 with status 404'],
    ['no ErrorInfo', json(status(404, 'x', []), 404), 'no ErrorInfo'],
    ['half an ErrorInfo', json(status(404, 'x', [{ ...ERROR_INFO, domain: 'x' }]), 404), 'not whole'],
    ['an error with 200', json(status(200)), 'an error with status 200'],
    ['status 500', json(status(500), 500), 'status 500'],
    [
      'a good request that is refused',
      json(status(400, 'x', [{ ...ERROR_INFO, reason: 'INVALID_JSON' }]), 400),
      'a good request',
    ],
    ['a secret', json(status(404, 'Bearer eyJhbGciOiJSUzI1NiJ9'), 404), 'a secret'],
    ['text that was lost', json(echoed([])), 'it gives back'],
  ])('HTTP+JSON: %s', (_, answer, fault) => {
    expect(faults(HTTP_JSON, REQUEST, answer).join('; ')).toContain(fault);
  });

  it('nothing: HTTP+JSON, a result and an error of the protocol', () => {
    expect(faults(HTTP_JSON, REQUEST, json(echoed(sentParts)))).toEqual([]);
    expect(faults(HTTP_JSON, REQUEST, json(status(404), 404))).toEqual([]);
  });

  it.each(TARGETS)(
    'nothing: $name, what the server refuses to read, which no binding has seen',
    async (target) => {
      const server = createServer(() => {});
      limitServer(server, { maxHeaderBytes: 16_384, requestTimeoutMs: 60_000 });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as AddressInfo;
      const request = { ...(target === JSON_RPC ? CALL : REQUEST), verb: 'BREW' };
      const sent = written({ ...request, isValid: false }, (text) => text, {});
      const connection = new FuzzConnection(port, 5_000);
      const outcome = await connection.send(sent);
      connection.close();
      server.close();
      expect(outcome).toMatchObject({ answer: { status: 400 } });
      expect(target.faultsOf({ ...request, isValid: false }, sent, outcome)).toEqual([]);
    },
  );

  it('no answer, and one that is cut', () => {
    const sent = written(CALL, (text) => text, {});
    const late = { failed: 'late', why: 'no answer within 1000 ms', tookMs: 1_000 } as const;
    expect(JSON_RPC.faultsOf(CALL, sent, late)).toEqual(['no answer within 1000 ms']);
    const reader = new AnswerReader(true);
    reader.push(Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n{'));
    const answer = reader.stop('closed')!;
    expect(JSON_RPC.faultsOf(CALL, sent, { answer, tookMs: 1 })).toEqual(['the answer is cut']);
  });
});
