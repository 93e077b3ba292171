import { afterEach, describe, expect, it, vi } from 'vitest';
import { ReadableLog } from '../testing/readable-log.js';
import { event, TestAgent } from '../testing/test-agent.js';

const MESSAGE = { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }] } };

describe("errors that are none of the caller's business", () => {
  let agent: TestAgent;
  let log: ReadableLog;

  const start = async (behaviours: Parameters<typeof TestAgent.start>[0]) => {
    log = new ReadableLog();
    agent = await TestAgent.start(behaviours, {}, { logger: log });
  };
  afterEach(() => agent.stop());

  it('L-6 a failure in the middle of a stream is its last event', async () => {
    await start({
      sendStreamingMessage: () =>
        async function* () {
          yield event(1, 'a');
          throw new Error('password=hunter2');
        },
    });
    const [, last = ''] = (await (await agent.http('POST', '/message:stream', MESSAGE)).text()).split('\n\n');
    const [type, data = ''] = last.split('\n');
    expect(type).toBe('event: error');
    const { error } = JSON.parse(data.replace(/^data: /, '')) as {
      error: { details: [{ metadata: object }] };
    };
    expect(error).toMatchObject({ code: 500, status: 'INTERNAL', message: 'Internal error' });
    const { correlationId } = error.details[0].metadata as { correlationId: string };
    expect(log.text).toContain(correlationId);
    expect(log.text).toContain('hunter2');
  });

  it('J-7 an error of our own says nothing but a correlation id', async () => {
    await start({
      getTask: () => {
        throw new Error('password=hunter2');
      },
    });
    const response = await agent.http('GET', '/tasks/t');
    const text = await response.text();
    expect([response.status, text.includes('hunter2')]).toEqual([500, false]);
    const [, correlationId = ''] = /"correlationId":"([^"]+)"/.exec(text) ?? [];
    expect(log.text).toContain(correlationId);
  });

  it.each([
    ['JSON-RPC', '/a2a/jsonrpc', { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: MESSAGE }],
    ['HTTP+JSON', '/a2a/v1/message:send', MESSAGE],
  ])('J-6 %s: an error is in the log also when its caller has left', async (_binding, path, body) => {
    await start({
      sendMessage: ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('the disk is full')));
        }),
    });
    const caller = new AbortController();
    const headers = { 'a2a-version': '1.0', 'content-type': 'application/json' };
    const url = new URL(path, agent.url);
    const answer = fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: caller.signal,
    }).catch(() => 'left');
    setTimeout(() => caller.abort(), 200);
    expect(await answer).toBe('left');
    await vi.waitFor(() => expect(log.text).toMatch(/Internal error [0-9a-f-]{36}: Error: the disk is full/));
  });

  it('J-6 a stream whose reader has left logs its errors, and none for having been stopped', async () => {
    const fail = vi.fn<(signal: AbortSignal) => Error>();
    await start({
      sendStreamingMessage: () =>
        async function* (signal: AbortSignal) {
          yield event(1, 'a');
          await new Promise((resolve) => {
            signal.addEventListener('abort', resolve, { once: true });
          });
          throw fail(signal);
        },
    });
    const leave = async () => {
      const reader = (await agent.http('POST', '/message:stream', MESSAGE)).body?.getReader();
      await reader?.read();
      await reader?.cancel();
    };
    fail.mockImplementation(({ reason }) => reason as Error);
    await leave();
    await vi.waitFor(() => expect(fail).toHaveBeenCalledTimes(1));
    fail.mockImplementation(() => new Error('the disk is full'));
    await leave();
    await vi.waitFor(() => expect(log.text).toContain('the disk is full'));
    expect(log.text.match(/Internal error/g)).toHaveLength(1);
  });

  it('J-6 a call that a shutdown has cut short is told to come again', async () => {
    await start({
      sendMessage: ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    });
    const answer = agent.http('POST', '/message:send', MESSAGE);
    await new Promise((resolve) => void setTimeout(resolve, 200));
    await agent.stop();
    const response = await answer;
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(log.text).toBe('');
  });
});
