import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { verifyAgentCardSignature } from '@a2a-js/sdk';
import { decodeProtectedHeader, exportJWK, flattenedVerify, generateKeyPair, type JWK } from 'jose';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sdkForm } from '../canonical/sdk-form.js';
import { specForm } from '../canonical/spec-form.js';
import type { SigningKey } from '../../options/card-keys.js';
import { heldKey } from './keys/held-key.js';
import { describeKey } from './keys/public-jwk.js';
import { type AgentCardSignature, signCard } from './sign-card.js';

const VECTORS = new URL('../../../../test/vectors/', import.meta.url);
const card = (file: string) =>
  JSON.parse(readFileSync(new URL(file, VECTORS), 'utf8')) as Record<string, unknown>;
const DICE = card('A10-unsigned.json');
const RETURNS = card('B20-returns-both-forms.json');

async function privateJwk(alg: string, more: object = {}): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), alg, ...more };
}

async function key(alg: string, kid: string): Promise<SigningKey> {
  const jwk = await privateJwk(alg, { kid });
  return heldKey(jwk, await describeKey(jwk));
}

/** A key that another party holds, as a cloud's key service would. */
async function remote(kid: string, dsaEncoding: 'der' | 'ieee-p1363'): Promise<SigningKey> {
  const jwk = await privateJwk('ES256');
  const held = createPrivateKey({ key: jwk as never, format: 'jwk' });
  return {
    ...(await heldKey(jwk, await describeKey(jwk))),
    kid,
    sign: (input) => Promise.resolve(sign('sha256', input, { key: held, dsaEncoding })),
  };
}

function verifies(entry: AgentCardSignature, text: string, { publicJwk, alg }: SigningKey): Promise<boolean> {
  const payload = Buffer.from(text).toString('base64url');
  const { protected: header, signature } = entry;
  return flattenedVerify({ payload, protected: header, signature }, { ...publicJwk, alg }).then(
    () => true,
    () => false,
  );
}

describe('signCard', () => {
  // The SDK tells of each entry that is not over its own form.
  beforeEach(() => {
    vi.spyOn(console, 'debug').mockReturnValue();
  });

  it.each(['ES256', 'ES384', 'EdDSA', 'RS256', 'PS256'])(
    'A-12 A-15 SD-015: signs with %s what the SDK verifies on the plain JSON',
    async (alg) => {
      const signer = await key(alg, 'k1');
      for (const unsigned of [DICE, RETURNS]) {
        const signatures = await signCard(unsigned, [signer]);
        const verify = verifyAgentCardSignature((kid) => {
          expect(kid).toBe('k1');
          return Promise.resolve({ ...signer.publicJwk, alg });
        });
        const served = JSON.parse(JSON.stringify({ ...unsigned, signatures }, null, 2)) as never;
        await expect(verify(served)).resolves.toBeUndefined();
      }
    },
  );

  it('A-14 T9: writes alg, kid, typ and, if told, jku into the protected header and nothing else', async () => {
    const signer = await key('ES256', 'k1');
    const jku = 'https://agents.example.com/.well-known/jwks.json';
    const [entry] = await signCard(DICE, [signer], { jku });
    expect(Object.keys(entry!)).toEqual(['protected', 'signature']);
    expect(decodeProtectedHeader(entry!)).toEqual({ alg: 'ES256', kid: 'k1', typ: 'JOSE', jku });
    const [plain] = await signCard(DICE, [signer]);
    expect(decodeProtectedHeader(plain!)).toEqual({ alg: 'ES256', kid: 'k1', typ: 'JOSE' });
    expect(`${plain!.protected}${plain!.signature}`).toMatch(/^[\w-]+$/);
  });

  it('T1: signs the form of the specification first and the SDKs\u2019 second, with each key, when they differ', async () => {
    const keys = [await key('ES256', 'k1'), await key('EdDSA', 'k2')];
    const signatures = await signCard(RETURNS, keys);
    expect(signatures.map((entry) => decodeProtectedHeader(entry).kid)).toEqual(['k1', 'k1', 'k2', 'k2']);
    expect(await verifies(signatures[0]!, specForm(RETURNS), keys[0]!)).toBe(true);
    expect(await verifies(signatures[1]!, sdkForm(RETURNS), keys[0]!)).toBe(true);
    expect(await verifies(signatures[2]!, specForm(RETURNS), keys[1]!)).toBe(true);
    expect(await verifies(signatures[3]!, sdkForm(RETURNS), keys[1]!)).toBe(true);
    expect(await signCard(DICE, keys)).toHaveLength(2);
  });

  it('BC-39: signs the same bytes with and without older signatures, other members and another order', async () => {
    const signer = await key('EdDSA', 'k1');
    const other = Object.fromEntries(Object.entries({ ...RETURNS, url: 'http://old.example' }).toReversed());
    expect(await signCard(other, [signer])).toEqual(await signCard({ ...RETURNS, signatures: 5 }, [signer]));
  });

  it('signs with a key that it does not hold, and checks what comes back', async () => {
    const good = await remote('far', 'ieee-p1363');
    const [entry] = await signCard(DICE, [good]);
    expect(await verifies(entry!, specForm(DICE), good)).toBe(true);
    await expect(signCard(DICE, [await remote('far', 'der')])).rejects.toThrow(
      /"far" made 7\d bytes; ES256 has 64, r and s as they are: convert them from DER/,
    );
    const { publicJwk } = await key('ES256', 'another');
    await expect(signCard(DICE, [{ ...good, publicJwk }])).rejects.toThrow(
      /does not verify with its public key/,
    );
    await expect(signCard(DICE, [{ ...good, publicJwk: {} }])).rejects.toThrow(/"far" can not be used/);
  });

  it('refuses keys without a name, with an algorithm that is not allowed, and too many', async () => {
    const signer = await key('ES256', 'k1');
    for (const kid of ['', 'k'.repeat(257), undefined as never]) {
      await expect(signCard(DICE, [{ ...signer, kid }])).rejects.toThrow(/has no usable kid/);
    }
    await expect(signCard(DICE, [{ ...signer, alg: 'HS256' as never }])).rejects.toThrow(
      /has the algorithm "HS256"; use one of ES256/,
    );
    const nine = Array.from({ length: 9 }, () => signer);
    await expect(signCard(DICE, nine)).rejects.toThrow(/9 keys are too many.*sign with 8 keys at most/);
    expect(await signCard(RETURNS, nine.slice(1))).toHaveLength(16);
  });

  it('refuses a jku that nobody could fetch', async () => {
    const signer = await key('ES256', 'k1');
    for (const jku of ['/jwks.json', 'ftp://a.example/jwks.json', '']) {
      await expect(signCard(DICE, [signer], { jku })).rejects.toThrow(/jku must be the absolute URL/);
    }
  });

  it('refuses a card without a canonical form, before any key is asked', async () => {
    const never = { ...(await key('ES256', 'k1')), sign: () => Promise.reject(new Error('asked')) };
    await expect(signCard({ name: '\ud800' }, [never])).rejects.toThrow(
      '/name holds half of a surrogate pair',
    );
  });

  it('makes no signatures without keys', async () => {
    expect(await signCard(DICE, [])).toEqual([]);
  });
});
