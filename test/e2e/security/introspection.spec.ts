import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGuarded } from '../../../src/a2a/security/testing/guarded-agent.js';

describe('SD-109 an agent whose tokens are opaque', () => {
  const asked: string[] = [];
  let server: Server;
  let app: INestApplication;

  beforeAll(async () => {
    server = createServer((request, response) => {
      void request
        .setEncoding('utf8')
        .toArray()
        .then((chunks) => {
          const token = new URLSearchParams(chunks.join('')).get('token') ?? '';
          asked.push(`${request.method} ${request.headers.authorization} ${token}`);
          if (token.startsWith('broken')) {
            response.writeHead(500).end();
          } else if (token === 'alice') {
            response.end(JSON.stringify({ active: true, sub: token, aud: ['agent'], scope: 'read' }));
          } else if (token === 'bound') {
            const cnf = { 'x5t#S256': 'thumb' };
            response.end(JSON.stringify({ active: true, sub: token, aud: ['agent'], cnf }));
          } else {
            response.end('{"active":false}');
          }
        });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = { id: 'agent', secret: 'pass' };
    const introspection = { endpoint: `${issuer}/introspect`, issuer, audience: 'agent', client };
    app = await startGuarded({
      security: {
        schemes: { opaque: { type: 'http', scheme: 'Bearer', tokens: { introspection } } },
        requirements: [{ opaque: [] }],
      },
    });
  });
  afterAll(async () => {
    await app.close();
    server.closeAllConnections();
    server.close();
  });

  const ask = async (token: string) =>
    fetch(`${await app.getUrl()}/who`, { headers: { authorization: `Bearer ${token}` } });

  it('knows the principal by what its issuer says, and asks once', async () => {
    expect(await (await ask('alice')).json()).toMatchObject({
      subject: 'alice',
      grants: { opaque: ['read'] },
    });
    expect((await ask('alice')).status).toBe(200);
    expect(asked).toEqual([`POST Basic ${btoa('agent:pass')} alice`]);
  });

  it.each([
    ['that is not active', 'mallory'],
    ['that is bound to a certificate, of which no scheme asks for a proof', 'bound'],
  ])('refuses a token %s', async (_what, token) => {
    const response = await ask(token);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer .*error="invalid_token"$/);
  });

  it('answers 503 while the issuer can not say, to who is known 200, and works again afterwards', async () => {
    const response = await ask('broken');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect((await ask('mallory-2')).status).toBe(503);
    expect((await ask('alice')).status).toBe(200);
    await sleep(1_050);
    expect((await ask('mallory-2')).status).toBe(401);
  });
});
