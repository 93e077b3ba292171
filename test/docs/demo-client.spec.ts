import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';

interface WatchOptions {
  readonly signal: AbortSignal;
  readonly onNews: (news: { state: string; percent?: number }) => void;
  readonly onResume: (lastEventId?: string) => void;
}

/** What the demo's client is made of, as far as it is used here; the demo itself is plain JavaScript. */
interface DemoClient {
  readonly readEvents: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<object>;
  readonly JsonRpcClient: new (url: string) => object;
  readonly watchTask: (client: object, taskId: string, options: WatchOptions) => Promise<string>;
}

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

it('reads events however their bytes are cut', async () => {
  const { readEvents } = await demoClient();
  const bytes = Buffer.from(
    ': hello\n\nid: 1\r\ndata: {"a":\r\ndata: "ü"}\r\n\r\nretry: 50\n\nid: 2\rdata:x\r\rdata: cut off',
  );
  const expected = [
    { id: '1', data: '{"a":\n"ü"}', retryMs: undefined },
    { retryMs: 50 },
    { id: '2', data: 'x', retryMs: undefined },
  ];
  for (const size of [1, 2, 3, 7, bytes.length]) {
    const events: object[] = [];
    for await (const found of readEvents(pieces(bytes, size))) events.push(found);
    expect(events).toEqual(expected);
  }
});

it('goes on after the last whole event when its connection breaks', async () => {
  const { JsonRpcClient, watchTask } = await demoClient();
  const asked: unknown[] = [];
  const url = await serve(async (request, response) => {
    asked.push(request.headers['last-event-id']);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (asked.length === 1) {
      response.write(event(1, { task: { status: { state: 'TASK_STATE_WORKING' } } }));
      response.write(event(2, progress(40)));
      response.write(event(3, progress(60)).slice(0, 30), () => setTimeout(() => response.destroy(), 50));
      return;
    }
    response.write(event(3, progress(60)));
    response.end(event(4, { statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } }));
  });
  const news: (number | string)[] = [];
  const resumed: unknown[] = [];
  const state = await watchTask(new JsonRpcClient(url), 't', {
    signal: AbortSignal.timeout(30_000),
    onNews: (told) => news.push(told.percent ?? told.state),
    onResume: (id) => resumed.push(id),
  });
  expect(state).toBe('COMPLETED');
  expect(asked).toEqual([undefined, '2']);
  expect(resumed).toEqual(['2']);
  expect(news).toEqual(['WORKING', 40, 60, 'COMPLETED']);
});

it('takes the end from the task when nothing is left to watch', async () => {
  const { JsonRpcClient, watchTask } = await demoClient();
  const url = await serve(async (request, response) => {
    const { method } = JSON.parse(await textOf(request)) as { method: string };
    const answer =
      method === 'GetTask'
        ? { result: { id: 't', status: { state: 'TASK_STATE_FAILED' } } }
        : { error: { code: -32004, message: 'The task has ended' } };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer }));
  });
  const options = { signal: AbortSignal.timeout(30_000), onNews: () => undefined, onResume: () => undefined };
  expect(await watchTask(new JsonRpcClient(url), 't', options)).toBe('FAILED');
});

async function demoClient(): Promise<DemoClient> {
  const load = (name: string) => import(new URL(`../../scripts/demo/${name}.mjs`, import.meta.url).href);
  return { ...(await load('event-stream')), ...(await load('json-rpc-client')), ...(await load('watch')) };
}

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<string> {
  server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function event(id: number, result: object): string {
  return `id: ${id}\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result })}\n\n`;
}

function progress(percent: number): object {
  const status = { state: 'TASK_STATE_WORKING' };
  return { statusUpdate: { status, metadata: { 'urn:nest-a2a:progress:v1': { percent } } } };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
