import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBytes, readText } from './request-body.js';

describe('readText', () => {
  let server: Server;
  let prepare: (request: IncomingMessage) => unknown = () => undefined;
  let outcome: Promise<string>;

  beforeAll(async () => {
    server = createServer((request, response) => {
      outcome = Promise.resolve(prepare(request)).then(() => readText(request, 100));
      const answer = (status: number) => () => response.writeHead(status).end();
      outcome.then(answer(200), answer(400));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterAll(() => server.close());

  const send = async (body: NonNullable<RequestInit['body']>): Promise<string> => {
    const { port } = server.address() as AddressInfo;
    await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body, duplex: 'half' });
    return outcome;
  };

  /** Sends by hand and says what the server has made of it. */
  const sendRaw = async (text: string, leave: boolean): Promise<string> => {
    outcome = Promise.resolve('not called');
    const received = once(server, 'request');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${text}`);
    await received;
    if (leave) {
      socket.destroy();
    }
    return outcome.finally(() => socket.destroy());
  };

  it('O-7 reads UTF-8', async () => {
    expect(await send('掷 3d20')).toBe('掷 3d20');
    expect(await send('')).toBe('');
  });

  it('O-7 refuses what is not UTF-8', async () => {
    await expect(send(new Uint8Array([0xc3, 0x28]))).rejects.toMatchObject({ fault: 'not-utf-8' });
  });

  it('BC-08 refuses by the declared length before anything has come', async () => {
    await expect(sendRaw('content-length: 50000000\r\n\r\n', false)).rejects.toMatchObject({
      fault: 'too-large',
    });
  });

  it('BC-08 refuses a body of undeclared length as soon as it is too large', async () => {
    const endless = `transfer-encoding: chunked\r\n\r\n65\r\n${'x'.repeat(101)}\r\n`;
    await expect(sendRaw(endless, false)).rejects.toMatchObject({ fault: 'too-large' });
    expect(await send('x'.repeat(100))).toHaveLength(100);
  });

  it('ends when the caller leaves in the middle', async () => {
    await expect(sendRaw('content-length: 50\r\n\r\nabc', true)).rejects.toMatchObject({ fault: 'aborted' });
  });

  it('says what to do when a body parser was there first', async () => {
    prepare = async (request) => {
      request.resume();
      await once(request, 'end');
    };
    await expect(send('{}')).rejects.toThrow('bodyParser: false');
  });

  it('has been read once for who wants bytes first and text later', async () => {
    prepare = (request) => readBytes(request, 100);
    expect(await send('掷 3d20')).toBe('掷 3d20');
    prepare = (request) => Promise.all([readBytes(request, 200), readBytes(request, 200)]);
    await expect(send('x'.repeat(150))).rejects.toMatchObject({ fault: 'too-large' });
  });

  it('takes the bytes that the framework has kept', async () => {
    prepare = async (request) => {
      request.resume();
      await once(request, 'end');
      Object.assign(request, { rawBody: Buffer.from('kept') });
    };
    expect(await send('{}')).toBe('kept');
  });
});
