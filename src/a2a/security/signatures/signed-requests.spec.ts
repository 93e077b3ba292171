import { createHash, generateKeyPairSync } from 'node:crypto';
import type { INestApplication } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SecurityOptions } from '../../options/security/security-options.js';
import { PUBLIC_URL, startGuarded } from '../testing/guarded-agent.js';
import { verifierOf } from '../authentication/verifier-of.js';
import type { SeenInMemory } from '../testing/seen-in-memory.js';
import { type RequestSigner, signRequest } from './sign-request.js';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const SECRET = Buffer.alloc(32, 7);
const API_KEY = 'correct-horse';
const SECURITY: SecurityOptions = {
  schemes: {
    key: {
      type: 'apiKey',
      location: 'header',
      name: 'X-API-Key',
      keys: [{ sha256: createHash('sha256').update(API_KEY).digest('hex'), subject: 'team', tenant: 'acme' }],
    },
    sig: {
      type: 'http',
      scheme: 'Signature',
      keys: [
        {
          keyId: 'ed',
          subject: 'alice',
          algorithm: 'ed25519',
          publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
        },
        { keyId: 'mac', subject: 'bob', tenant: 'other', algorithm: 'hmac-sha256', secret: SECRET },
      ],
    },
  },
  requirements: [{ sig: [] }],
};
const ED: RequestSigner = {
  keyId: 'ed',
  algorithm: 'ed25519',
  privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
};
const CHALLENGE = `Signature realm="${PUBLIC_URL}"`;

describe('SD-107 signed requests at an agent', () => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await startGuarded({ security: SECURITY });
  });
  afterAll(() => app.close());

  const HEADERS = { 'content-type': 'application/json', 'a2a-version': '1.0' };
  const BODY = '{"text":"\u00fc"}';
  const post = { method: 'POST', url: `${PUBLIC_URL}/who?a=%20b`, headers: HEADERS, body: BODY };
  const send = async (headers: Record<string, string>, { method = 'POST', body = BODY, to = app } = {}) =>
    fetch(`${await to.getUrl()}/who${method === 'POST' ? '?a=%20b' : ''}`, {
      method,
      headers,
      ...(method === 'POST' && { body }),
    });

  it('lets one in whose key it knows, and hands on the body', async () => {
    const answer = await send({ ...HEADERS, ...signRequest(post, ED) });
    expect(await answer.json()).toEqual({
      body: BODY,
      principal: {
        issuer: 'signature:sig',
        subject: 'alice',
        client: '',
        tenant: '',
        scopes: [],
        grants: { sig: [] },
      },
    });
    const get = signRequest(
      { method: 'GET', url: `${PUBLIC_URL}/who` },
      { keyId: 'mac', algorithm: 'hmac-sha256', secret: SECRET },
    );
    expect(await (await send(get, { method: 'GET' })).json()).toMatchObject({
      subject: 'bob',
      tenant: 'other',
    });
  });

  it('says to others what a signature must cover, and no more', async () => {
    const good = signRequest(post, ED);
    expect((await send({ ...HEADERS, ...good })).status).toBe(201);
    const replayed = await send({ ...HEADERS, ...good });
    const unsigned = await send(HEADERS);
    const tampered = await send({ ...HEADERS, ...signRequest(post, ED) }, { body: '{"text":"u"}' });
    const late = await send({ ...HEADERS, ...signRequest(post, { ...ED, now: Date.now() - 400_000 }) });
    for (const answer of [replayed, unsigned, tampered, late]) {
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toContain(CHALLENGE);
      expect(answer.headers.get('accept-signature')).toBe(
        'sig=("@method" "@target-uri" "content-digest" "content-type" "a2a-version" "authorization");created;expires',
      );
      expect(await answer.text()).not.toMatch(/nonce|digest|expired|signature/i);
    }
  });

  it('believes the address under which it is known, not what a request says of its host', async () => {
    const there = `${await app.getUrl()}/who?a=%20b`;
    expect((await send({ ...HEADERS, ...signRequest({ ...post, url: there }, ED) })).status).toBe(401);
  });

  it('takes the signature for who calls, before an API key, and none of another tenant', async () => {
    const both = { ...HEADERS, 'x-api-key': API_KEY };
    const answer = await send({ ...both, ...signRequest(post, ED) });
    expect(await answer.json()).toMatchObject({
      principal: { subject: 'alice', tenant: 'acme', grants: { sig: [], key: [] } },
    });
    const foreign = signRequest(post, { keyId: 'mac', algorithm: 'hmac-sha256', secret: SECRET });
    expect((await send({ ...both, ...foreign })).status).toBe(401);
  });

  it('answers 413 to a signed body that is too large, and 401 to one that nobody has signed', async () => {
    const small = await startGuarded({ security: SECURITY, limits: { maxBodyBytes: 4 } });
    expect((await send({ ...HEADERS, ...signRequest(post, ED) }, { to: small })).status).toBe(413);
    expect((await send(HEADERS, { to: small })).status).toBe(401);
    await small.close();
  });

  it('can not be declared where nothing would remember nonces: the start says so', () => {
    const { sig } = SECURITY.schemes;
    expect(() => sig && verifierOf('sig', sig, {})).toThrow(
      /schemes\.sig: .*SEEN_ONCE.*Declare another scheme/,
    );
  });

  it('answers 503, and lets nobody in, while nonces can not be remembered', async () => {
    const away = { first: () => Promise.reject(new Error('away')) } as unknown as SeenInMemory;
    const forgetful = await startGuarded({ security: SECURITY }, away);
    const answer = await send({ ...HEADERS, ...signRequest(post, ED) }, { to: forgetful });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    await forgetful.close();
  });
});
