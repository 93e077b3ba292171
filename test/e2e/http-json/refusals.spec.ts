import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Task } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { errorIn, HttpJsonClient } from '../../support/http-json-client.js';
import { messageFor } from '../../support/messages.js';
import { type RawAnswer, rawRequest } from '../../support/raw-request.js';

const MAX_BODY_BYTES = 200_000;
const VERSION = 'A2A-Version: 1.0';
const JSON_TYPE = 'Content-Type: application/json';

describe('what the HTTP+JSON binding refuses', () => {
  let agent: AgentProcess;
  let client: HttpJsonClient;

  beforeAll(async () => {
    agent = await AgentProcess.start({ env: { MAX_BODY_BYTES: `${MAX_BODY_BYTES}` } });
    client = HttpJsonClient.of(agent);
  });
  afterAll(() => endAgents(agent));

  const send = (body: object | string | Uint8Array, headers: Record<string, string | undefined> = {}) =>
    client.request('POST', '/message:send', body, headers);
  const raw = (...lines: string[]) => rawRequest(agent.url, lines);
  const errorOf = ({ status, headers, body }: RawAnswer) => errorIn({ status, headers, text: body });

  describe('on a raw socket', () => {
    it.each([
      '/a2a/v1/tasks/%',
      '/a2a/v1/tasks/%ZZ',
      '/a2a/v1/tasks/%FF',
      '/a2a/v1/%C3/tasks',
      '/A2A/v1/tasks/%E0%A4%A?x=1',
      'http://x/a2a/v1/tasks/%c0%ae',
    ])('L-2 a path that can not be decoded is 400 in JSON: %s', async (path) => {
      for (const verb of ['GET', 'POST', 'DELETE']) {
        const error = errorOf(await raw(`${verb} ${path} HTTP/1.1`, VERSION));
        expect(error).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT' });
      }
    });

    it('L a path below the interface may come with its host, and in any case', async () => {
      for (const path of ['http://x/a2a/v1/tasks', '/A2A/V1/tasks']) {
        const { status, body } = await raw(`GET ${path} HTTP/1.1`, VERSION);
        expect([status, JSON.parse(body)]).toMatchObject([200, { pageSize: 50 }]);
      }
    });

    it.each(['/a2a/v1/../v1/tasks', '/a2a/v1\\tasks/x/y', '/a2a/v1/a/b/c'])(
      'L %s is 404 in JSON',
      async (path) => {
        const answer = await raw(`GET ${path} HTTP/1.1`, VERSION);
        // What is not below the interface is not the binding's to refuse, but is no HTML either.
        expect([answer.status, answer.headers['content-type']]).toEqual([404, expect.stringMatching(/json/)]);
      },
    );

    it.each(['GET', 'HEAD', 'PUT', 'TRACE', 'SEARCH', 'M-SEARCH'])(
      'L %s /message:send is 405',
      async (verb) => {
        const answer = await raw(`${verb} /a2a/v1/message:send HTTP/1.1`, VERSION);
        expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
      },
    );

    it('BC-08 a body over the limit is refused by its declared length, before any of it has come', async () => {
      const head = ['POST /a2a/v1/message:send HTTP/1.1', VERSION, JSON_TYPE, `Content-Length: 50000000`];
      expect(errorOf(await raw(...head))).toMatchObject({ code: 413, status: 'INVALID_ARGUMENT' });
    });

    it('L-1 a body of another type is refused before any of it has come', async () => {
      const head = ['POST /a2a/v1/message:send HTTP/1.1', VERSION, 'Content-Type: text/plain'];
      expect(errorOf(await raw(...head, 'Content-Length: 100'))).toMatchObject({ code: 415 });
      expect(errorOf(await raw(...head, 'Transfer-Encoding: chunked'))).toMatchObject({ code: 415 });
    });

    it('L-2 a GET may have a body, which says nothing', async () => {
      const head = ['GET /a2a/v1/tasks HTTP/1.1', VERSION, 'Content-Type: text/plain', 'Content-Length: 4'];
      const { status } = await rawRequest(agent.url, head, 'junk');
      expect(status).toBe(200);
    });
  });

  it.each(['{"message":', '', 'null null', '{"message":{"messageId":01}}', "{'message':{}}"])(
    'J-3 BC-21 what is no JSON is 400: %j',
    async (body) => {
      const error = errorIn(await send(body));
      expect([error.code, error.details[0]?.reason]).toEqual([400, 'INVALID_JSON']);
    },
  );

  it('J-3 bytes that are no UTF-8 are 400', async () => {
    expect(errorIn(await send(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).code).toBe(400);
  });

  it.each(['5', '[]', 'null', '"message"', 'true'])(
    'J-3 a body that is no object is 400: %s',
    async (body) => {
      expect(errorIn(await send(body))).toMatchObject({
        code: 400,
        status: 'INVALID_ARGUMENT',
        details: [{ reason: 'INVALID_PARAMS' }, { fieldViolations: [{ field: 'body' }] }],
      });
    },
  );

  it('J-3 B-9 wrong members are 400 with a violation each', async () => {
    const { details, message } = errorIn(
      await send({ message: { messageId: '', role: 'ROLE_AGENT', parts: [{}] } }),
    );
    expect(message).toBe('Invalid parameters');
    expect(details.map((detail) => detail['@type'])).toEqual([
      'type.googleapis.com/google.rpc.ErrorInfo',
      'type.googleapis.com/google.rpc.BadRequest',
    ]);
    expect(details[1]?.fieldViolations?.map(({ field }) => field)).toEqual([
      'message.messageId',
      'message.role',
      'message.parts[0]',
    ]);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'application/jsonx',
    'application/a2a+json; charset="utf-16"',
    undefined,
  ])('L-1 content type %j is 415', async (type) => {
    expect(errorIn(await send({ message: messageFor('echo') }, { 'content-type': type }))).toMatchObject({
      code: 415,
      status: 'INVALID_ARGUMENT',
    });
  });

  it.each([
    'application/json',
    'application/a2a+json',
    'APPLICATION/A2A+JSON',
    'application/json ; charset=UTF-8',
    'application/a2a+json;charset="utf-8"',
  ])('L-1 content type %j is taken', async (type) => {
    expect((await send({ message: messageFor('echo') }, { 'content-type': type })).status).toBe(200);
  });

  it('L-1 a compressed body is 415', async () => {
    const answer = await send({ message: messageFor('echo') }, { 'content-encoding': 'gzip' });
    expect(errorIn(answer).code).toBe(415);
  });

  it('L-1 a body for a verb that needs none is judged all the same', async () => {
    const { id } = await client.send(messageFor('silent'), { returnImmediately: true });
    const cancel = (body: string, type?: string) =>
      client.request('POST', `/tasks/${id}:cancel`, body, { 'content-type': type });
    expect(errorIn(await cancel('{}', 'text/plain')).code).toBe(415);
    expect(errorIn(await cancel('{}')).code).toBe(415);
    expect(errorIn(await cancel('{', 'application/json')).code).toBe(400);
    expect(errorIn(await cancel('[]', 'application/json')).code).toBe(400);
    const { status } = await client.call<Task>('POST', `/tasks/${id}:cancel`);
    expect(status.state).toBe('TASK_STATE_CANCELED');
  });

  it('O-6 a body up to the limit is taken, and a larger one is 413', async () => {
    const bodyOf = (bytes: number) => {
      const empty = JSON.stringify({ message: messageFor('reply', '') });
      return JSON.stringify({ message: messageFor('reply', 'x'.repeat(bytes - empty.length)) });
    };
    expect((await send(bodyOf(MAX_BODY_BYTES))).status).toBe(200);
    expect(errorIn(await send(bodyOf(MAX_BODY_BYTES + 1))).code).toBe(413);
    const chunked = await send(bodyOf(MAX_BODY_BYTES + 1), { 'transfer-encoding': 'chunked' });
    expect(errorIn(chunked).code).toBe(413);
  });

  it('O-6 deep nesting is 400 and does not blow the stack', async () => {
    const nested = (levels: number) =>
      `{"message":${JSON.stringify(messageFor('echo'))},"x":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect((await send(nested(98))).status).toBe(200);
    for (const levels of [99, 90_000]) {
      expect(errorIn(await send(nested(levels)))).toMatchObject({
        code: 400,
        details: [{}, { fieldViolations: [{ field: 'body' }] }],
      });
    }
  });

  it('O-7 __proto__ is a member like any other', async () => {
    const parts = '"role":"ROLE_USER","parts":[{"text":"x"}]';
    const polluted = await send(`{"__proto__":{"message":{"messageId":"p",${parts}}}}`);
    expect(errorIn(polluted).details[1]?.fieldViolations).toMatchObject([{ field: 'message' }]);
    expect((await client.request('GET', '/tasks?__proto__=1&constructor=2')).status).toBe(200);
  });

  it('J-6 an error of a skill is 500 with a correlation id that is in the log, and nothing else', async () => {
    const error = errorIn(await send({ message: messageFor('reply', 'break') }));
    expect(error).toMatchObject({ code: 500, status: 'INTERNAL', message: 'Internal error' });
    expect(JSON.stringify(error)).not.toContain('hunter2');
    expect(agent.log).toContain(error.details[0]?.metadata?.correlationId);
    expect(agent.log).toContain('hunter2');
  });
});
