import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { fetchJson, postForm } from './fetch-json.js';

const FORM = { headers: { authorization: 'Basic c2VjcmV0' }, body: new URLSearchParams({ token: 'a b&c' }) };

describe('fetchJson and postForm', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  const serve = async (answer: RequestListener): Promise<string> => {
    server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/here`;
  };

  it('send what they are given, and return what comes', async () => {
    const url = await serve((request, response) => {
      const { method, headers } = request;
      const { accept, authorization, 'content-type': type } = headers;
      let body = '';
      request
        .on('data', (chunk: Buffer) => (body += chunk.toString()))
        .on('end', () => response.end(JSON.stringify({ method, accept, authorization, type, body })));
    });
    expect(await fetchJson(url)).toEqual({ method: 'GET', accept: 'application/json', body: '' });
    expect(await postForm(url, FORM)).toEqual({
      method: 'POST',
      accept: 'application/json',
      authorization: FORM.headers.authorization,
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
      body: 'token=a+b%26c',
    });
  });

  it.each<[string, RequestListener]>([
    ['is no JSON', (_, response) => response.end('<html>')],
    ['is no success', (_, response) => response.writeHead(503).end('{}')],
    ['is another success', (_, response) => response.writeHead(202).end('{}')],
    ['leads elsewhere', (_, response) => response.writeHead(307, { location: '/there' }).end()],
    ['is too large', (_, response) => response.end(`"${'x'.repeat(1024 * 1024)}"`)],
    [
      'breaks off',
      (_, response) => response.writeHead(200, { 'content-length': 9 }).write('{}', () => response.destroy()),
    ],
    ['does not come in time', () => undefined],
  ])('throw when the answer %s, and say nothing of what was sent', async (_what, answer) => {
    const url = await serve(answer);
    const [posted, fetched] = await Promise.all([
      postForm(url, FORM).catch(String),
      fetchJson(url).catch(() => 'thrown'),
    ]);
    expect(posted).toMatch(/error/i);
    expect(posted).not.toMatch(/c2VjcmV0|a b&c|a\+b/);
    expect(fetched).toBe('thrown');
  });
});
