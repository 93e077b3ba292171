import { afterEach, describe, expect, it, vi } from 'vitest';
import { ANONYMOUS } from '../../identity/principal.js';
import { RetryLaterError, taskNotFound } from '../../protocol/index.js';
import { type Behaviour, event, TestAgent } from '../testing/test-agent.js';

const ERROR_INFO = 'type.googleapis.com/google.rpc.ErrorInfo';
const TASK = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } };
const MESSAGE = { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }] } };
const GEO = 'https://example.com/geo/v1';

describe('the HTTP+JSON interface', () => {
  let agent: TestAgent;

  const start = async (...parameters: Parameters<typeof TestAgent.start>) => {
    agent = await TestAgent.start(...parameters);
  };
  afterEach(() => agent.stop());

  it('L-1 answers in its own media type, or plainly named JSON if only that is taken', async () => {
    await start({ getTask: () => TASK });
    const own = await agent.http('GET', '/tasks/t');
    expect(own.headers.get('content-type')).toMatch(/^application\/a2a\+json/);
    expect(own.headers.get('cache-control')).toBe('no-store');
    expect(await own.json()).toEqual(TASK);
    const plain = await agent.http('GET', '/tasks/t', undefined, { accept: 'application/json' });
    expect(plain.headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('L-3 a stream has bare responses as its events, and their numbers', async () => {
    await start({
      sendStreamingMessage: () =>
        async function* () {
          yield event(1, 'a');
          yield event(3, 'b');
        },
    });
    const response = await agent.http('POST', '/message:stream', MESSAGE);
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(await response.text()).toBe(
      [1, 3]
        .map((id, index) => `id: ${id}\ndata: ${JSON.stringify(event(id, 'ab'[index] ?? '').response)}\n\n`)
        .join(''),
    );
  });

  it.each(['/tasks/%ZZ', '/tasks/%FF?A2A-Version=1.0', '/%C3/tasks'])(
    'L-2 a path that no web server decodes is refused in the words of the binding: %s',
    async (path) => {
      await start({ getTask: () => TASK, listTasks: () => ({}) });
      const response = await agent.http('GET', path);
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { error: { status: 'INVALID_ARGUMENT', details: [{ reason: 'INVALID_REQUEST' }] } },
      ]);
    },
  );

  it('J-4 an error before the first event is JSON with its status', async () => {
    await start({
      sendStreamingMessage: () => {
        throw taskNotFound('t');
      },
    });
    const response = await agent.http('POST', '/message:stream', MESSAGE);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      error: {
        code: 404,
        status: 'NOT_FOUND',
        message: expect.any(String) as string,
        details: [
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

  it.each([
    ['RESOURCE_EXHAUSTED', 429],
    ['UNAVAILABLE', 503],
  ] as const)('J-7 %s is %d and says when to come back', async (reason, status) => {
    const later: Behaviour = () => {
      throw new RetryLaterError(reason, 'Later.', 1_500);
    };
    await start({ getTask: later });
    const response = await agent.http('GET', '/tasks/t');
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, '2']);
    expect(await response.json()).toMatchObject({ error: { code: status, status: reason } });
    const rpc = await agent.post({ jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 't' } });
    expect([rpc.status, rpc.headers.get('retry-after')]).toEqual([status, '2']);
  });

  it('H-2 H-4 names the extensions that a call has activated, and refuses who lacks a required one', async () => {
    const sendMessage = vi.fn<Behaviour>(() => ({ task: TASK }));
    const extensions = [{ uri: GEO, required: true }, { uri: 'urn:other' }];
    await start({ sendMessage }, { extensions });
    const call = (uris?: string) =>
      agent.http('POST', '/message:send', MESSAGE, uris === undefined ? {} : { 'a2a-extensions': uris });
    for (const uris of [undefined, 'urn:other', `${GEO}x`]) {
      const refused = await call(uris);
      expect(refused.status).toBe(400);
      expect(refused.headers.has('a2a-extensions')).toBe(false);
      expect(await refused.json()).toMatchObject({
        error: {
          status: 'FAILED_PRECONDITION',
          details: [{ reason: 'EXTENSION_SUPPORT_REQUIRED', metadata: { missingExtensions: GEO } }],
        },
      });
    }
    expect(sendMessage).not.toHaveBeenCalled();
    const served = await call(`urn:unknown, ${GEO} ,urn:other,${GEO}`);
    expect([served.status, served.headers.get('a2a-extensions')]).toEqual([200, `${GEO}, urn:other`]);
  });

  it('I-3 a caller who is bound to a tenant acts for no other', async () => {
    const getTask = vi.fn<Behaviour>(() => TASK);
    await start({ getTask }, {}, { principal: { ...ANONYMOUS, subject: 'alice', tenant: 'acme' } });
    for (const path of ['/tasks/t', '/acme/tasks/t', '/tasks/t?tenant=acme', '/acme/tasks/t?tenant=other']) {
      expect((await agent.http('GET', path)).status).toBe(200);
      expect(getTask.mock.lastCall?.[0].principal).toMatchObject({ subject: 'alice', tenant: 'acme' });
    }
    getTask.mockClear();
    for (const path of ['/other/tasks/t', '/tasks/t?tenant=other', '/other/tasks/t?tenant=acme']) {
      const response = await agent.http('GET', path);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({
        error: { code: 403, status: 'PERMISSION_DENIED', details: [{ reason: 'PERMISSION_DENIED' }] },
      });
    }
    const params = { id: 't', tenant: 'other' };
    const rpc = await agent.post({ jsonrpc: '2.0', id: 'q', method: 'GetTask', params });
    expect([rpc.status, await rpc.json()]).toMatchObject([403, { id: 'q', error: { code: -32000 } }]);
    expect(getTask).not.toHaveBeenCalled();
  });

  it('B-10 BC-26 an agent that does not stream says so', async () => {
    await start({}, { streaming: false });
    const requests: [string, string, unknown?][] = [
      ['POST', '/message:stream', MESSAGE],
      ['GET', '/tasks/t:subscribe'],
      ['POST', '/tasks/t:subscribe'],
    ];
    for (const request of requests) {
      const response = await agent.http(...request);
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { error: { details: [{ reason: 'UNSUPPORTED_OPERATION' }] } },
      ]);
    }
    expect(await agent.call('SendStreamingMessage', MESSAGE)).toMatchObject({ error: { code: -32004 } });
    expect(await agent.call('SubscribeToTask', { id: 't' })).toMatchObject({ error: { code: -32004 } });
  });
});
