import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import {
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANONYMOUS } from '../identity/principal.js';
import type { A2AOptions } from '../options/a2a-options.js';
import { startGuarded } from './testing/guarded-agent.js';

const REALM = 'http://localhost:3000';
const METADATA = `${REALM}/.well-known/oauth-protected-resource`;
const CHALLENGE = `Bearer realm="${REALM}", resource_metadata="${METADATA}"`;

const start = (oauth?: A2AOptions['oauth']): Promise<INestApplication> =>
  startGuarded({ publicUrl: REALM, oauth });

class Issuer {
  readonly keys = new Map<string, Awaited<ReturnType<typeof generateKeyPair>>>();
  readonly asked: string[] = [];
  metadata: object = {};
  isAway = false;
  private readonly server: Server = createServer((request, response) => {
    this.asked.push(request.url ?? '');
    void this.answer(request.url ?? '').then((body) => {
      response.writeHead(body ? 200 : this.isAway ? 503 : 404).end(JSON.stringify(body ?? {}));
    });
  });

  constructor(private readonly metadataPath = '/.well-known/openid-configuration') {}

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.metadata = { issuer: this.url, jwks_uri: `${this.url}/keys` };
    await this.addKey('rsa', 'RS256');
    await this.addKey('ec', 'ES256');
    await this.addKey('rsa512', 'RS512');
    return this;
  }

  close(): void {
    this.server.close();
  }

  async addKey(kid: string, alg: string): Promise<void> {
    this.keys.set(kid, await generateKeyPair(alg, { extractable: true }));
  }

  token(claims: JWTPayload = {}, kid = 'rsa', header: object = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const payload = { iss: this.url, aud: 'agent', sub: 'alice', iat: now, exp: now + 60, ...claims };
    const alg = kid.startsWith('ec') ? 'ES256' : 'RS256';
    const key = this.keys.get(kid)?.privateKey ?? this.keys.get('rsa')?.privateKey;
    return new SignJWT(payload).setProtectedHeader({ alg, kid, ...header }).sign(key as CryptoKey);
  }

  private async answer(path: string): Promise<object | undefined> {
    if (this.isAway) {
      return undefined;
    }
    if (path === this.metadataPath) {
      return this.metadata;
    }
    if (path !== '/keys') {
      return undefined;
    }
    const keys = [...this.keys].map(async ([kid, { publicKey }]) => ({
      ...(await exportJWK(publicKey)),
      kid,
    }));
    return { keys: await Promise.all(keys) };
  }
}

const ask = async (app: INestApplication, authorization?: string): Promise<Response> =>
  fetch(`${await app.getUrl()}/who`, { headers: authorization === undefined ? {} : { authorization } });

describe('A2AGuard', () => {
  let issuer: Issuer;
  let app: INestApplication;

  beforeAll(async () => {
    issuer = await new Issuer().open();
    app = await start({ issuer: issuer.url, audience: 'agent' });
  });

  afterAll(async () => {
    await app.close();
    issuer.close();
  });

  it('takes everybody for the anonymous principal where nothing is declared', async () => {
    const open = await start();
    const response = await ask(open, 'Bearer whatever');
    expect(await response.json()).toEqual(ANONYMOUS);
    await open.close();
  });

  it('O-2 asks for a token, and names no error to a caller who sent none', async () => {
    for (const authorization of [undefined, 'Basic YTpi']) {
      const response = await ask(app, authorization);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe(CHALLENGE);
    }
  });

  it.each(['rsa', 'ec'])('O-2 knows the principal by a token signed with the %s key', async (kid) => {
    const token = await issuer.token({ client_id: 'app', azp: 'other', scope: 'review:run  read' }, kid);
    expect(await (await ask(app, `Bearer ${token}`)).json()).toEqual({
      issuer: issuer.url,
      subject: 'alice',
      client: 'app',
      tenant: '',
      scopes: ['review:run', 'read'],
      grants: { bearer: ['review:run', 'read'] },
    });
  });

  it('O-2 reads `azp` and `scp`, as some issuers write them', async () => {
    const token = await issuer.token({ azp: 'app', scp: ['a', 'b'], aud: ['x', 'agent'] });
    expect(await (await ask(app, `bearer ${token}`)).json()).toMatchObject({
      client: 'app',
      scopes: ['a', 'b'],
    });
  });

  const past = Math.floor(Date.now() / 1_000) - 3_600;
  it.each<[string, () => string | Promise<string>]>([
    ['has expired', () => issuer.token({ exp: past })],
    ['never expires', () => issuer.token({ exp: undefined })],
    ['is not valid yet', () => issuer.token({ nbf: past + 7_200 })],
    ['is of another issuer', () => issuer.token({ iss: 'https://evil.example' })],
    ['names its issuer with a slash more', () => issuer.token({ iss: `${issuer.url}/` })],
    ['is for another audience', () => issuer.token({ aud: 'other' })],
    ['is for nobody', () => issuer.token({ aud: undefined })],
    ['names no subject', () => issuer.token({ sub: undefined })],
    ['names an empty subject', () => issuer.token({ sub: '' })],
    ['names an unknown key', () => issuer.token({}, 'unknown')],
    ['names no key among several', () => issuer.token({}, 'rsa', { kid: undefined })],
    ['names a key of another kind', () => issuer.token({}, 'rsa', { kid: 'ec' })],
    ['needs an extension that is not understood', () => critical(issuer)],
    ['is signed with an algorithm that is not listed', () => issuer.token({}, 'rsa512', { alg: 'RS512' })],
    ['is not signed', () => new UnsecuredJWT({ sub: 'alice', iss: issuer.url, aud: 'agent' }).encode()],
    ['is signed with the public key as a secret', () => signedWithPublicKey(issuer)],
    ['has been tampered with', async () => `${(await issuer.token()).slice(0, -4)}AAAA`],
    ['is no JWT', () => 'abc'],
    ['is empty', () => ''],
    ['is two', async () => `${await issuer.token()} x`],
  ])('O-2 J-6 refuses a token that %s, without saying why', async (_name, make) => {
    const response = await ask(app, `Bearer ${await make()}`);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(`${CHALLENGE}, error="invalid_token"`);
    expect(await response.text()).not.toMatch(/expired|signature|audience|algorithm|subject/i);
  });

  it('does not ask the issuer again for every made-up key', async () => {
    const before = issuer.asked.length;
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await ask(app, `Bearer ${await issuer.token({}, 'rsa', { kid: `made-up-${attempt}` })}`);
    }
    expect(issuer.asked.length - before).toBeLessThanOrEqual(1);
  });

  it('answers 503, not 401, when the issuer is away, and goes on when it is back', async () => {
    const away = await new Issuer('/.well-known/oauth-authorization-server').open();
    const other = await start({ issuer: away.url, audience: 'agent' });
    const token = await away.token();
    away.isAway = true;
    const response = await ask(other, `Bearer ${token}`);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(response.headers.get('www-authenticate')).toBeNull();
    away.isAway = false;
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await ask(other, `Bearer ${token}`)).status).toBe(200);
    await other.close();
    away.close();
  });

  it('does not trust metadata that speak for another issuer', async () => {
    const liar = await new Issuer().open();
    liar.metadata = { issuer: 'https://other.example', jwks_uri: `${liar.url}/keys` };
    const other = await start({ issuer: liar.url, audience: 'agent' });
    expect((await ask(other, `Bearer ${await liar.token()}`)).status).toBe(503);
    expect(liar.asked).not.toContain('/keys');
    await other.close();
    liar.close();
  });

  it('keeps two agents in one process apart', async () => {
    const second = await new Issuer().open();
    const other = await start({ issuer: second.url, audience: 'agent' });
    expect((await ask(other, `Bearer ${await second.token()}`)).status).toBe(200);
    expect((await ask(app, `Bearer ${await second.token()}`)).status).toBe(401);
    expect((await ask(app, `Bearer ${await issuer.token()}`)).status).toBe(200);
    await other.close();
    second.close();
  });
});

function critical(issuer: Issuer): Promise<string> {
  const exp = Math.floor(Date.now() / 1_000) + 60;
  return new SignJWT({ sub: 'alice', iss: issuer.url, aud: 'agent', exp })
    .setProtectedHeader({ alg: 'RS256', kid: 'rsa', crit: ['x'], x: 1 })
    .sign(issuer.keys.get('rsa')!.privateKey, { crit: { x: true } });
}

async function signedWithPublicKey(issuer: Issuer): Promise<string> {
  const exp = Math.floor(Date.now() / 1_000) + 60;
  const secret = new TextEncoder().encode(await exportSPKI(issuer.keys.get('rsa')!.publicKey));
  return new SignJWT({ sub: 'alice', iss: issuer.url, aud: 'agent', exp })
    .setProtectedHeader({ alg: 'HS256', kid: 'rsa' })
    .sign(secret);
}
