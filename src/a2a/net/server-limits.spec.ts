import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limitServer } from './server-limits.js';

describe('limitServer', () => {
  let server: Server;

  beforeEach(async () => {
    server = createServer({ connectionsCheckingInterval: 50 }, (request, response) => {
      if (request.url === '/half') response.writeHead(200, { 'content-length': '100' }).write('half');
      request.resume().once('end', () => response.end('fine'));
    });
    limitServer(server, { maxHeaderBytes: 1_024, requestTimeoutMs: 800 });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => server.closeAllConnections() ?? server.close());

  /** What comes back for some bytes, until the server closes. */
  async function answerTo(...chunks: string[]): Promise<string> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let text = '';
    socket.on('data', (data) => (text += data.toString()));
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    for (const chunk of chunks) {
      socket.write(chunk);
      await sleep(20);
    }
    await closed;
    return text;
  }
  const get = (header: string) => `GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${header}\r\n\r\n`;

  it.each([
    ['headers that are too large', get(`x: ${'y'.repeat(2_000)}`), 431, 'RESOURCE_EXHAUSTED'],
    ['what is no HTTP', 'hello\r\n\r\n', 400, 'INVALID_ARGUMENT'],
    ['a header that is none', get('no colon'), 400, 'INVALID_ARGUMENT'],
    ['a head that does not end', 'GET / HTTP/1.1\r\nhost: a\r\n', 408, 'DEADLINE_EXCEEDED'],
    [
      'a body that does not end',
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nabc',
      408,
      'DEADLINE_EXCEEDED',
    ],
  ])('answers %s in JSON and closes', async (_, request, status, name) => {
    const [head = '', body = ''] = (await answerTo(request)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toContain('content-type: application/json');
    expect(JSON.parse(body)).toMatchObject({
      error: { code: status, status: name, details: [{ reason: name, domain: 'a2a-protocol.org' }] },
    });
  });

  it('answers an expectation that it does not meet in JSON and closes', async () => {
    const [head = '', body = ''] = (await answerTo(get('expect: x'))).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 417 /);
    expect(body).toContain('{"error":{"code":417,"status":"INVALID_ARGUMENT"');
  });

  it('answers what is within the limits', async () => {
    expect(await answerTo(get(`x: ${'y'.repeat(500)}`))).toMatch(/^HTTP\/1\.1 200 [^]*fine/);
  });

  it('says nothing into an answer that has begun', async () => {
    const answer = await answerTo('POST /half HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nabc');
    expect(answer.endsWith('half')).toBe(true);
  });
});
