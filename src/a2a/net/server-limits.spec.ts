import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limitServer } from './server-limits.js';

describe('limitServer', () => {
  let server: Server;
  let handled: number;

  beforeEach(async () => {
    handled = 0;
    server = createServer({ connectionsCheckingInterval: 50 }, (request, response) => {
      handled += 1;
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
    ['a request without Host', 'GET / HTTP/1.1\r\nx: y\r\n\r\n', 400, 'INVALID_ARGUMENT'],
    [
      'a request without Host that expects to go on',
      'POST / HTTP/1.1\r\nexpect: 100-continue\r\ncontent-length: 3\r\n\r\nabc',
      400,
      'INVALID_ARGUMENT',
    ],
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

  it('keeps a request without Host from those who handle requests, and says what it lacks', async () => {
    expect(await answerTo('GET / HTTP/1.1\r\n\r\n')).toContain('Send the header Host');
    expect(handled).toBe(0);
  });

  it('asks for the body of a request that has a Host and waits for that', async () => {
    const request =
      'POST / HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\nconnection: close\r\ncontent-length: 3\r\n\r\n';
    expect(await answerTo(request, 'abc')).toMatch(/^HTTP\/1\.1 100 [^]*HTTP\/1\.1 200 [^]*fine/);
    expect(handled).toBe(1);
  });

  it('answers HTTP/1.0, which needs no Host', async () => {
    expect(await answerTo('GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 [^]*fine/);
  });

  it('tells those who listen for requests later only of whole ones', async () => {
    let heard = 0;
    server.on('request', () => (heard += 1));
    await answerTo(get('x: y'));
    expect(heard).toBe(1);
  });

  it('answers what is within the limits', async () => {
    expect(await answerTo(get(`x: ${'y'.repeat(500)}`))).toMatch(/^HTTP\/1\.1 200 [^]*fine/);
  });

  it('says nothing into an answer that has begun', async () => {
    const answer = await answerTo('POST /half HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nabc');
    expect(answer.endsWith('half')).toBe(true);
  });
});
