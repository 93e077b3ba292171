import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileCardKeys } from './file-card-keys.js';
import { jwksOf } from './published-keys.js';

const pkcs8 = (key: KeyObject) => String(key.export({ type: 'pkcs8', format: 'pem' }));
const ec = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

async function privateJwk(alg: string, more: object = {}): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), ...more };
}

async function publicJwk(alg: string, more: object = {}): Promise<JWK> {
  const { publicKey } = await generateKeyPair(alg);
  return { ...(await exportJWK(publicKey)), ...more };
}

describe('FileCardKeys', () => {
  let folder: string;
  let warnings: string[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'card-keys-'));
    warnings = [];
  });

  afterEach(() => rm(folder, { recursive: true }));

  async function file(content: string | Buffer | object, name = 'key.json'): Promise<string> {
    const path = join(folder, name);
    const isText = typeof content === 'string' || Buffer.isBuffer(content);
    await writeFile(path, isText ? content : JSON.stringify(content), { mode: 0o600 });
    return path;
  }

  const read = (...paths: string[]) => new FileCardKeys(paths, (line) => warnings.push(line)).keys();
  const message = (path: string) =>
    read(path).then(
      () => 'no error',
      (error: Error) => `${error.name}: ${error.message}${JSON.stringify(error.cause ?? '')}`,
    );

  it.each([
    ['ES256', 'ES256'],
    ['ES384', 'ES384'],
    ['EdDSA', 'EdDSA'],
    ['Ed25519', 'EdDSA'],
    ['RS256', 'RS256'],
    ['PS256', 'RS256'],
  ])('reads a private JWK made for %s without alg as %s, named by its thumbprint', async (made, alg) => {
    const jwk = await privateJwk(made);
    const { signing, published } = await read(await file(jwk));
    expect(signing).toMatchObject([{ kid: await calculateJwkThumbprint(jwk), alg }]);
    expect(published).toEqual([]);
    expect(signing[0]?.publicJwk).not.toHaveProperty('d');
    expect(warnings).toEqual([]);
  });

  it('does as the JWK says', async () => {
    const one = await privateJwk('RS256', {
      alg: 'PS256',
      kid: 'r',
      use: 'sig',
      key_ops: ['sign', 'verify'],
    });
    const two = await privateJwk('Ed25519', { alg: 'Ed25519', kid: 'e' });
    const { signing } = await read(await file({ keys: [one, two] }));
    expect(signing).toMatchObject([
      { kid: 'r', alg: 'PS256' },
      { kid: 'e', alg: 'EdDSA' },
    ]);
  });

  it('reads PEM, and keys of several files in their order', async () => {
    const { privateKey } = ec();
    const { publicKey } = generateKeyPairSync('ed25519');
    const paths = [
      await file(`\n${pkcs8(privateKey)}\n`, 'a.pem'),
      await file(publicKey.export({ type: 'spki', format: 'pem' }), 'b.pem'),
      await file(await privateJwk('ES384', { kid: 'c' }), 'c.json'),
    ];
    const { signing, published } = await read(...paths);
    expect(signing.map(({ alg }) => alg)).toEqual(['ES256', 'ES384']);
    expect(published.map(({ alg }) => alg)).toEqual(['EdDSA']);
  });

  it('publishes all of them and nothing private', async () => {
    const next = await publicJwk('ES256', { kid: 'next', x5c: ['x'] });
    const old = await publicJwk('RS256', { kid: 'old' });
    const used = await privateJwk('ES256', { kid: 'used' });
    const keys = await read(await file({ keys: [next, used, old] }));
    const { kty, crv, x, y } = used;
    expect(jwksOf(keys).keys).toEqual([
      { kty, crv, x, y, kid: 'used', alg: 'ES256', use: 'sig' },
      { kty: 'EC', crv: 'P-256', x: next.x, y: next.y, kid: 'next', alg: 'ES256', use: 'sig' },
      { kty: 'RSA', n: old.n, e: old.e, kid: 'old', alg: 'RS256', use: 'sig' },
    ]);
    expect(
      jwksOf({ ...keys, signing: [{ ...keys.signing[0]!, publicJwk: used }] }).keys[0],
    ).not.toHaveProperty('d');
  });

  it('warns when everybody may read a private key, and does not mind with a public one', async () => {
    const secret = await file(await privateJwk('ES256'));
    const open = await file(await publicJwk('ES256'), 'public.json');
    await chmod(secret, 0o644);
    await chmod(open, 0o644);
    await read(secret, open);
    expect(warnings).toEqual([
      `The private key in ${secret} can be read by everybody on this machine: chmod 600 ${secret}`,
    ]);
  });

  const encrypted = () =>
    ec().privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'p' });

  it.each([
    ['nothing', () => '', /holds no key: give a PEM \(PKCS#8\), a JWK or a JWKS/],
    ['broken JSON', () => '{"kty":"EC","d":"secret', /is no JSON: copy the whole JWK or JWKS/],
    ['an empty JWKS', () => ({ keys: [] }), /is a JWKS without keys/],
    ['a JWKS of strings', () => ({ keys: ['secret'] }), /, key 1 can not be used: it is no JWK/],
    ['an encrypted PEM', encrypted, /is encrypted.*openssl pkcs8 -in/],
    ['SEC 1', () => ec().privateKey.export({ type: 'sec1', format: 'pem' }), /openssl pkcs8 -topk8 -nocrypt/],
    ['two blocks', () => `${pkcs8(ec().privateKey)}${pkcs8(ec().privateKey)}`, /holds 2 PEM blocks/],
    ['a certificate', () => '-----BEGIN CERTIFICATE-----\nsecret', /of the kind "CERTIFICATE"/],
    ['a broken PEM', () => '-----BEGIN PRIVATE KEY-----\nsecret\n-----END PRIVATE KEY-----', /makes no key/],
    [
      'an RSA-PSS PEM',
      () => pkcs8(generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey),
      /makes no key/,
    ],
    ['X25519', () => pkcs8(generateKeyPairSync('x25519').privateKey), /of the kind "OKP X25519"/],
    ['Ed448', () => pkcs8(generateKeyPairSync('ed448').privateKey), /of the kind "OKP Ed448"/],
    ['P-521', () => privateJwk('ES512'), /of the kind "EC P-521"; use EC P-256, EC P-384, OKP Ed25519, RSA/],
    ['a secret', () => ({ kty: 'oct', k: 'secret' }), /of the kind "oct"/],
    ['a kind that is none', () => ({ kty: 'secret secret', crv: {} }), /of the kind ""/],
    ['another alg', () => privateJwk('ES256', { alg: 'ES384' }), /"alg" does not fit.*EC P-256 can do ES256/],
    ['no alg of ours', () => privateJwk('RS256', { alg: 'HS256' }), /RSA can do RS256 or PS256/],
    ['a key for encryption', () => privateJwk('ES256', { use: 'enc' }), /its "use" is not "sig"/],
    [
      'one to derive keys',
      () => privateJwk('ES256', { key_ops: ['deriveBits'] }),
      /its "key_ops" name neither/,
    ],
    ['a kid that is no string', () => privateJwk('ES256', { kid: 7 }), /its "kid" must be a string/],
    ['an empty kid', () => privateJwk('ES256', { kid: '' }), /its "kid" must be a string/],
    ['a long kid', () => privateJwk('ES256', { kid: 'k'.repeat(257) }), /of 1 to 256 characters/],
    ['a point off the curve', () => privateJwk('ES256', { x: 'c2VjcmV0' }), /its members make no key/],
    [
      'a private half that is none',
      () => privateJwk('ES256', { d: 'secret' }),
      /its private members make no key/,
    ],
    [
      'a large file',
      () => Buffer.alloc(256 * 1024 + 1, 32),
      /has 262145 bytes; a file of keys has 262144 at most/,
    ],
  ])('refuses %s and shows nothing of it', async (_, content, reason) => {
    const said = await message(await file(await content()));
    expect(said).toMatch(/^KeyFileError: The key file .*key\.json/);
    expect(said).toMatch(reason);
    expect(said).not.toContain('secret');
  });

  it('refuses a weak RSA key', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    expect(await message(await file(pkcs8(privateKey)))).toMatch(
      /it has 1024 bits; an RSA key needs 2048 at least/,
    );
  });

  it('refuses a file that is not there, and a folder', async () => {
    expect(await message(join(folder, 'none'))).toMatch(/none can not be read \(ENOENT\): correct the path/);
    expect(await message(folder)).toMatch(/is no file: name the file/);
  });

  it.skipIf(process.platform === 'win32')('reads no device, which may have no end', async () => {
    expect(await message('/dev/zero')).toMatch(/is no file: name the file/);
  });

  it.each([
    ['an exponent with which everybody can sign', { e: 'AQ' }, /exponent is too small/],
    ['a time that is over', { exp: 5 }, /"exp"\) is over/],
    ['a time that has not come', { nbf: 9_999_999_999 }, /"nbf"\) has not come yet/],
    ['other operations', { key_ops: ['verify'] }, /do not name "sign"/],
  ])('refuses a private key with %s', async (_kind, members, why) => {
    expect(await message(await file(await privateJwk('RS256', members)))).toMatch(why);
  });

  it('refuses two keys of one name, and one key of two names', async () => {
    const jwk = await privateJwk('ES256', { kid: 'same' });
    const one = await file(jwk, 'one.json');
    const two = await file(await privateJwk('ES256', { kid: 'same' }), 'two.json');
    const again = await file({ ...jwk, kid: 'other' }, 'again.json');
    await expect(read(one, two)).rejects.toThrow(`two.json holds the kid "same", which ${one} holds too`);
    await expect(read(one, again)).rejects.toThrow(`again.json holds the key, which ${one} holds too`);
  });
});
