import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StreamEvent } from '../../operations/response-stream.js';
import { type Behaviour, event, TestAgent } from '../testing/test-agent.js';

const CALL = {
  jsonrpc: '2.0',
  id: 'q7',
  method: 'SendStreamingMessage',
  params: { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }] } },
};

/** Events as a strict reader of the HTML standard sees them: a blank line, and nothing else, ends an event. */
function strictEvents(text: string): { id?: string; data: unknown }[] {
  return text
    .split('\n\n')
    .map((block) => block.split('\n').filter((line) => line !== '' && !line.startsWith(':')))
    .filter((lines) => lines.some((line) => line.startsWith('data: ')))
    .map((lines) => ({
      id: lines.find((line) => line.startsWith('id: '))?.slice(4),
      data: JSON.parse(
        lines
          .filter((line) => line.startsWith('data: '))
          .map((line) => line.slice(6))
          .join('\n'),
      ) as unknown,
    }));
}

async function* of(...events: StreamEvent[]): AsyncGenerator<StreamEvent> {
  yield* events;
}

/** A source that says nothing until it is told to stop. */
function silence(signal: AbortSignal): AsyncIterable<StreamEvent> {
  const next = () =>
    new Promise<IteratorResult<StreamEvent>>((resolve) => {
      signal.addEventListener('abort', () => resolve({ done: true, value: undefined }), { once: true });
    });
  return { [Symbol.asyncIterator]: () => ({ next }) };
}

describe('the streams of the JSON-RPC interface', () => {
  let agent: TestAgent;
  const sockets: Socket[] = [];

  const start = async (sendStreamingMessage: Behaviour, heartbeatMs = 10_000, more = {}) => {
    agent = await TestAgent.start({ sendStreamingMessage, ...more }, { limits: { heartbeatMs } });
  };

  /** A client that sends the call and leaves the answer to the test. */
  const openSocket = async (call: object): Promise<Socket> => {
    const { hostname, port } = new URL(agent.url);
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    await once(socket, 'connect');
    const body = JSON.stringify(call);
    socket.write(
      `POST /a2a/jsonrpc HTTP/1.1\r\nhost: x\r\na2a-version: 1.0\r\ncontent-type: application/json\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    return socket;
  };

  afterEach(async () => {
    for (const socket of sockets.splice(0)) {
      socket.destroy();
    }
    await agent.stop();
  });

  it('BC-05 K-2 every event is one strict frame with a whole response and the id of the call', async () => {
    await start(() => () => of(event(1, 'a\nb'), event(2, 'c\r\nd\u2028e'), event(5, '')));
    const response = await agent.post(CALL);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(strictEvents(await response.text())).toEqual([
      { id: '1', data: { jsonrpc: '2.0', id: 'q7', result: event(1, 'a\nb').response } },
      { id: '2', data: { jsonrpc: '2.0', id: 'q7', result: event(2, 'c\r\nd\u2028e').response } },
      { id: '5', data: { jsonrpc: '2.0', id: 'q7', result: event(5, '').response } },
    ]);
    expect(agent.drain.openStreams).toBe(0);
  });

  it('K-2 a direct message has no number and so no id line', async () => {
    await start(() => () => of({ response: event(1, 'a').response }));
    expect(await (await agent.post(CALL)).text()).toMatch(/^data: [^\n]+\n\n$/);
  });

  it('sends headers at once and a comment when the first event is late', async () => {
    await start(() => silence, 50);
    const reader = (await agent.post(CALL)).body?.getReader();
    const texts: string[] = [];
    for (let read = 0; read < 3; read += 1) {
      texts.push(new TextDecoder().decode((await reader?.read())?.value));
    }
    expect(texts).toEqual([': ok\n\n', ': heartbeat\n\n', ': heartbeat\n\n']);
    await reader?.cancel();
  });

  it('frees the reader of a silent stream when its client leaves', async () => {
    const ended = vi.fn();
    await start(
      () =>
        async function* (signal: AbortSignal) {
          signal.addEventListener('abort', ended);
          yield* silence(signal);
        },
    );
    const client = await openSocket(CALL);
    await once(client, 'data');
    expect(agent.drain.openStreams).toBe(1);
    client.destroy();
    await vi.waitFor(() => expect(agent.drain.openStreams).toBe(0), { timeout: 1_000, interval: 5 });
    expect(ended).toHaveBeenCalledOnce();
  });

  it('BC-10 an error in the middle is one error frame, and the stream ends well', async () => {
    await start(
      () =>
        async function* () {
          yield event(1, 'a');
          throw new Error('password=hunter2');
        },
    );
    const text = await (await agent.post(CALL)).text();
    expect(text).not.toContain('hunter2');
    expect(strictEvents(text)[1]).toMatchObject({
      data: { jsonrpc: '2.0', id: 'q7', error: { code: -32603 } },
    });
    expect((await agent.post(CALL)).status).toBe(200);
  });

  it('reads only as fast as its client does', async () => {
    let read = 0;
    const large = 'x'.repeat(64 * 1024);
    await start(
      () =>
        async function* () {
          for (read = 1; read <= 1_000; read += 1) {
            yield event(read, large);
          }
        },
    );
    const socket = await openSocket(CALL);
    socket.pause();
    await sleep(500);
    const before = read;
    await sleep(200);
    expect(read).toBe(before);
    expect(read).toBeLessThan(500);
    socket.destroy();
    await vi.waitFor(() => expect(agent.drain.openStreams).toBe(0), 1_000);
  });

  it('ends a stream after a whole event when the process shuts down', async () => {
    await start(
      () =>
        async function* (signal: AbortSignal) {
          yield event(1, 'a');
          yield* silence(signal);
        },
    );
    const response = await agent.post(CALL);
    const [text] = await Promise.all([response.text(), sleep(50).then(() => agent.stop())]);
    expect(strictEvents(text)).toHaveLength(1);
    expect(text).toMatch(/\n\n: [^\n]+\nretry: 1000\n\n$/);
  });

  it('cuts a client that does not take the end of its stream', async () => {
    const large = 'x'.repeat(64 * 1024);
    await start(
      () =>
        async function* () {
          for (;;) {
            yield event(1, large);
          }
        },
    );
    (await openSocket(CALL)).pause();
    await sleep(300);
    await agent.stop();
    expect(agent.drain.openStreams).toBe(0);
  });

  it('tells a blocking call that its caller has left', async () => {
    let signal: AbortSignal | undefined;
    await start(() => undefined, 10_000, {
      sendMessage: (caller: Parameters<Behaviour>[0]) => {
        signal = caller.signal;
        return new Promise(() => undefined);
      },
    });
    const socket = await openSocket({ ...CALL, method: 'SendMessage' });
    await vi.waitFor(() => expect(signal?.aborted).toBe(false));
    socket.destroy();
    await vi.waitFor(() => expect(signal?.aborted).toBe(true), 1_000);
  });

  it('answers a blocking call when the process shuts down', async () => {
    await start(() => undefined, 10_000, {
      sendMessage: ({ signal }: Parameters<Behaviour>[0]) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    });
    const answer = agent.post({ ...CALL, method: 'SendMessage' });
    await sleep(100);
    await agent.stop();
    expect(await (await answer).json()).toMatchObject({
      id: 'q7',
      error: { code: -32603, message: expect.stringContaining('again') },
    });
  });

  it.each([
    ['17', 17],
    ['0', 0],
    ['-1', undefined],
    ['1.5', undefined],
    ['abc', undefined],
    ['', undefined],
    ['99999999999999999999', undefined],
  ])('BC-08 Last-Event-ID %j resumes after %j', async (header, expected) => {
    const resumed = vi.fn<(id?: number) => void>();
    await start(() => undefined, 10_000, {
      subscribeToTask: (_caller: unknown, _request: object, lastEventId?: number) => {
        resumed(lastEventId);
        return () => of(event(18, 'a'));
      },
    });
    const call = { ...CALL, method: 'SubscribeToTask', params: { id: 't' } };
    expect(strictEvents(await (await agent.post(call, { 'last-event-id': header })).text())).toHaveLength(1);
    expect(resumed).toHaveBeenCalledWith(expected);
  });
});
