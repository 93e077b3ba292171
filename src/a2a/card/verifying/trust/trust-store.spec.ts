import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, exportSPKI, generateKeyPair, generateSecret, type JWK } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TrustStore } from './trust-store.js';

const SECOND_MS = 1_000;

async function publicJwk(alg: string, more: object = {}): Promise<JWK> {
  const { publicKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(publicKey)), ...more };
}

const objections = (store: TrustStore, kid: string, seconds: number) =>
  store.find(kid).map((key) => key.objection(seconds * SECOND_MS));
const algorithms = (store: TrustStore, kid: string) =>
  store.find(kid).map((key) => Array.from(key.byAlgorithm.keys()).join(' '));

describe('TrustStore', () => {
  it('A-16: finds keys by their names, and what each is for', async () => {
    const store = await TrustStore.fromJwks(
      { keys: [await publicJwk('ES256', { kid: 'a' }), await publicJwk('RS256', { kid: 'r' })] },
      {
        keys: [
          await publicJwk('RS256', { kid: 's', alg: 'PS256' }),
          await publicJwk('Ed25519', { kid: 'e' }),
        ],
      },
    );
    expect(algorithms(store, 'a')).toEqual(['ES256']);
    expect(algorithms(store, 'r')).toEqual(['RS256 PS256']);
    expect(algorithms(store, 's')).toEqual(['PS256']);
    expect(algorithms(store, 'e')).toEqual(['EdDSA']);
    expect(store.find('none')).toEqual([]);
    expect(store.notes).toEqual([]);
  });

  it('keeps keys of several publishers apart that have one name', async () => {
    const set = async () => ({ keys: [await publicJwk('ES256', { kid: '1' })] });
    expect((await TrustStore.fromJwks(await set(), await set())).find('1')).toHaveLength(2);
  });

  it('A-16: a key counts only in its time, and never once it is revoked', async () => {
    const keys = [
      await publicJwk('ES256', { kid: 'timed', nbf: 100, exp: 200 }),
      await publicJwk('ES256', { kid: 'marked', revoked: { revoked_at: 100 } }),
      await publicJwk('ES256', { kid: 'plain' }),
    ];
    const store = await TrustStore.fromJwks({ keys });
    expect(objections(store, 'timed', 99.999)).toEqual(['is not valid yet']);
    expect(objections(store, 'timed', 100)).toEqual([undefined]);
    expect(objections(store, 'timed', 199.999)).toEqual([undefined]);
    expect(objections(store, 'timed', 200)).toEqual(['has expired']);
    expect(objections(store, 'marked', 1)).toEqual(['is revoked']);
    expect(objections(store, 'plain', 1e12)).toEqual([undefined]);
    expect(store.isRevoked('plain')).toBe(false);
    store.revoke('plain');
    expect(store.isRevoked('plain')).toBe(true);
  });

  it('skips keys that verify no cards, and says why', async () => {
    const secret = await exportJWK(await generateSecret('HS256', { extractable: true }));
    const store = await TrustStore.fromJwks({
      keys: [
        await publicJwk('ES256', { kid: 'good' }),
        await publicJwk('ES256', { use: 'enc' }),
        secret,
        null,
        await publicJwk('ES256', { exp: 'tomorrow' }),
        await publicJwk('ES256', { nbf: null }),
      ],
    });
    expect(store.notes).toEqual([
      expect.stringMatching(/^JWKS 1, key 2 is skipped: its "use" is not "sig"/),
      expect.stringMatching(/^JWKS 1, key 3 is skipped: it is of the kind "oct"/),
      expect.stringMatching(/^JWKS 1, key 4 is skipped: it is no JWK/),
      'JWKS 1, key 5 is skipped: its "exp" is no number of seconds since 1970',
      'JWKS 1, key 6 is skipped: its "nbf" is no number of seconds since 1970',
    ]);
    expect(store.notes.join()).not.toContain(secret.k);
  });

  it.each([null, 'x', [], {}, { keys: {} }, { keys: Array.from({ length: 101 }, () => ({})) }])(
    'refuses what is no JWKS',
    async (jwks) => {
      await expect(TrustStore.fromJwks(jwks)).rejects.toThrow(
        /^JWKS 1 is no JWKS: .* a list "keys" of 100 at most$/,
      );
    },
  );

  it('refuses a set of which no key is of use, but not an empty one', async () => {
    await expect(TrustStore.fromJwks({ keys: [{ kty: 'oct' }] })).rejects.toThrow(
      /^JWKS 1 holds no key that verifies cards: JWKS 1, key 1 is skipped: it is of the kind "oct"/,
    );
    expect((await TrustStore.fromJwks({ keys: [] })).notes).toEqual([]);
  });

  describe('from files', () => {
    let folder: string;

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'trust-'));
    });

    afterEach(() => rm(folder, { recursive: true }));

    async function file(name: string, content: unknown): Promise<string> {
      const path = join(folder, name);
      await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
      return path;
    }

    it('reads JWKS, JWK and PEM', async () => {
      const { publicKey } = await generateKeyPair('ES384', { extractable: true });
      const store = await TrustStore.fromFiles([
        await file('a.json', { keys: [await publicJwk('ES256', { kid: 'a' }), { kty: 'oct' }] }),
        await file('b.json', await publicJwk('ES256', { kid: 'b' })),
        await file('c.pem', await exportSPKI(publicKey)),
      ]);
      expect(['a', 'b'].map((kid) => store.find(kid).length)).toEqual([1, 1]);
      expect(store.notes).toEqual([expect.stringContaining('a.json, key 2 is skipped')]);
    });

    it('takes the public half of a private key, and says that it lies there', async () => {
      const { privateKey } = await generateKeyPair('ES256', { extractable: true });
      const store = await TrustStore.fromFiles([
        await file('private.json', { ...(await exportJWK(privateKey)), kid: 'p' }),
      ]);
      expect(store.find('p')[0]?.byAlgorithm.get('ES256')?.type).toBe('public');
      expect(store.notes).toEqual([expect.stringContaining('can be read by everybody')]);
    });

    it('refuses a file that is of no use', async () => {
      await expect(TrustStore.fromFiles([join(folder, 'none')])).rejects.toThrow(
        /can not be read \(ENOENT\)/,
      );
      const path = await file('oct.json', { kty: 'oct' });
      await expect(TrustStore.fromFiles([path])).rejects.toThrow(`${path} holds no key that verifies cards`);
    });
  });
});
