import { readFileSync } from 'node:fs';
import { generateAgentCardSignature } from '@a2a-js/sdk';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SigningKey } from '../../options/card-keys.js';
import { heldKey } from '../signing/keys/held-key.js';
import { describeKey } from '../signing/keys/public-jwk.js';
import { type AgentCardSignature, signCard } from '../signing/sign-card.js';
import { TrustStore } from './trust/trust-store.js';
import { verifyCard } from './verify-card.js';

const VECTORS = new URL('../../../../test/vectors/', import.meta.url);
const json = (file: string) =>
  JSON.parse(readFileSync(new URL(file, VECTORS), 'utf8')) as Record<string, unknown>;
const { signatures: _, ...RETURNS } = json('B20-returns-both-forms.json');
const DICE = json('A10-unsigned.json');

async function privateJwk(alg: string, kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), alg, kid };
}

const signingKey = async (jwk: JWK): Promise<SigningKey> => heldKey(jwk, await describeKey(jwk));
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function nested(levels: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level++) {
    value = { in: [value] };
  }
  return value;
}

describe('verifyCard', () => {
  let mine: SigningKey;
  let foreign: SigningKey;
  let trust: TrustStore;

  beforeAll(async () => {
    mine = await signingKey(await privateJwk('ES256', 'mine'));
    foreign = await signingKey(await privateJwk('ES256', 'foreign'));
    trust = await TrustStore.fromJwks({ keys: [{ ...mine.publicJwk, kid: 'mine' }] });
  });

  const verify = (card: unknown) => verifyCard(card, { trust });
  const entry = async (header: object, more: object = {}): Promise<object> => {
    const [good] = await signCard(DICE, [mine]);
    return { ...good, protected: base64url({ alg: 'ES256', kid: 'mine', typ: 'JOSE', ...header }), ...more };
  };

  describe('of several signatures', () => {
    const weakened = () => ({
      ...RETURNS,
      securityRequirements: [...(RETURNS.securityRequirements as []), {}],
    });
    const partial = async (): Promise<AgentCardSignature> => (await signCard(RETURNS, [mine]))[1]!;
    const unknown = async (): Promise<AgentCardSignature> => (await signCard(RETURNS, [foreign]))[0]!;
    const broken = { protected: base64url({ alg: 'none', kid: 'mine' }), signature: 'x' };

    it('A-16: one good one suffices, whatever stands beside it', async () => {
      const [spec] = await signCard(RETURNS, [mine]);
      const { verdict, form, kid, entries } = await verify({
        ...RETURNS,
        signatures: [await unknown(), broken, null, spec, await partial()],
      });
      expect({ verdict, form, kid }).toEqual({ verdict: 'valid', form: 'spec', kid: 'mine' });
      expect(entries.map((one) => one.verdict)).toEqual([
        'untrusted',
        'invalid',
        'invalid',
        'valid',
        'partial',
      ]);
    });

    it('T2: a card of both forms with another requirement added is invalid, not partial', async () => {
      const signatures = await signCard(RETURNS, [mine]);
      const { verdict, uncovered, entries } = await verify({ ...weakened(), signatures });
      expect(entries.map((one) => one.verdict)).toEqual(['invalid', 'partial']);
      expect({ verdict, uncovered }).toEqual({ verdict: 'invalid', uncovered: [] });
    });

    it('a partial one is partial beside one of an unknown key, and invalid beside a broken one', async () => {
      const signatures = [await unknown(), await partial()];
      expect(await verify({ ...weakened(), signatures })).toMatchObject({
        verdict: 'partial',
        form: 'sdk',
        kid: 'mine',
        uncovered: ['/securityRequirements/1', '/securityRequirements/2'],
      });
      expect((await verify({ ...RETURNS, signatures: [...signatures, broken] })).verdict).toBe('invalid');
    });

    it('one of an unknown key is untrusted, and invalid beside a broken one', async () => {
      expect((await verify({ ...RETURNS, signatures: [await unknown()] })).verdict).toBe('untrusted');
      expect((await verify({ ...RETURNS, signatures: [await unknown(), broken] })).verdict).toBe('invalid');
    });

    it('the first sixteen are looked at', async () => {
      const [good] = await signCard(DICE, [mine]);
      const [bad] = await signCard({ ...DICE, name: 'other' }, [mine]);
      const many = Array.from({ length: 10_000 }, () => bad);
      const { verdict, entries, reason } = await verify({ ...DICE, signatures: [...many, good] });
      expect(verdict).toBe('invalid');
      expect(entries).toHaveLength(16);
      expect(reason).toMatch(/; only the first 16 of 10001 signatures were looked at$/);
      expect((await verify({ ...DICE, signatures: [...many.slice(0, 15), good] })).reason).not.toMatch(
        /only/,
      );
      expect((await verify({ ...DICE, signatures: [good, ...many] })).reason).not.toMatch(/only/);
    });
  });

  describe('with the official SDK', () => {
    it.each([
      ['ES256', DICE, 'both', 'valid'],
      ['EdDSA', RETURNS, 'sdk', 'partial'],
      ['RS256', DICE, 'both', 'valid'],
    ] as const)('T1 A-16: what it signs with %s is judged rightly', async (alg, card, form, verdict) => {
      const jwk = await privateJwk(alg, 'sdk');
      const signed = await generateAgentCardSignature(jwk, { alg, kid: 'sdk', typ: 'JOSE' })(card as never);
      const { publicJwk } = await signingKey(jwk);
      const theirs = await TrustStore.fromJwks({ keys: [{ ...publicJwk, kid: 'sdk' }] });
      const served = JSON.parse(JSON.stringify(signed)) as unknown;
      expect(await verifyCard(served, { trust: theirs })).toMatchObject({ verdict, form });
    });
  });

  it('an empty REQUIRED member that somebody leaves out is covered by the SDKs\u2019 form', async () => {
    const card = { ...DICE, description: '' };
    const signatures = await signCard(card, [mine]);
    const { description: _description, ...rest } = card;
    expect(await verify({ ...rest, signatures })).toMatchObject({ verdict: 'valid', form: 'both' });
  });

  it.each([
    ['T8: a header that must not be', { alg: 'none' }, {}, /made with "none", which is not allowed/],
    [
      'T8: a key of another algorithm',
      { alg: 'ES384' },
      {},
      /made with ES384, which is not what the key "mine" is for/,
    ],
    [
      'T8: a signature of another length',
      {},
      { signature: 'AAAA' },
      /has 3 bytes; with ES256 it has 64 bytes/,
    ],
    ['A-14: another header than was signed', { x: 1 }, {}, /does not verify/],
    ['A-15: another signature', {}, { signature: 'A'.repeat(86) }, /does not verify/],
  ])('A-16: %s is invalid', async (_name, header, more, reason) => {
    const {
      verdict,
      kid,
      reason: said,
      entries,
    } = await verify({ ...DICE, signatures: [await entry(header, more)] });
    expect({ verdict, kid, entries: entries.length }).toEqual({
      verdict: 'invalid',
      kid: 'mine',
      entries: 1,
    });
    expect(said).toMatch(reason);
  });

  it('reads the newer name of EdDSA (RFC 9864)', async () => {
    const jwk = await privateJwk('Ed25519', 'new');
    const signed = await generateAgentCardSignature(jwk, { alg: 'Ed25519', kid: 'new', typ: 'JOSE' })(
      DICE as never,
    );
    const store = await TrustStore.fromJwks({ keys: [{ ...(await signingKey(jwk)).publicJwk, kid: 'new' }] });
    expect((await verifyCard(JSON.parse(JSON.stringify(signed)), { trust: store })).verdict).toBe('valid');
  });

  it.each([
    ['null', null, 'invalid'],
    ['a string', 'card', 'invalid'],
    ['a list', [1], 'invalid'],
    ['nothing', undefined, 'invalid'],
    ['no signatures', {}, 'unsigned'],
    ['null for signatures', { signatures: null }, 'unsigned'],
    ['signatures that are no list', { signatures: { length: 1 } }, 'invalid'],
    ['signatures that are text', { signatures: 'x' }, 'invalid'],
    ['signatures of anything', { signatures: [1, null, [], {}, 'x', true] }, 'invalid'],
    ['members of other types', { name: {}, signatures: [{}] }, 'invalid'],
    ['a lone surrogate', { name: '\udfff', signatures: [{}] }, 'invalid'],
    [
      'deep params',
      { capabilities: { extensions: [{ params: nested(50_000) }] }, signatures: [{}] },
      'invalid',
    ],
    ['a deep signature', { signatures: [nested(50_000)] }, 'invalid'],
    [
      'a deep header',
      { signatures: [{ protected: base64url({}), signature: 'x', header: nested(50_000) }] },
      'invalid',
    ],
    [
      'members named __proto__',
      JSON.parse('{"__proto__":{"signatures":[]},"signatures":[{"__proto__":1}]}'),
      'invalid',
    ],
  ])('gives a hostile card a verdict: %s', async (_name, card, verdict) => {
    expect((await verify(card)).verdict).toBe(verdict);
  });

  it('does not mind what stands outside the schema, however deep', async () => {
    const signatures = await signCard(DICE, [mine]);
    expect((await verify({ ...DICE, deep: nested(50_000), signatures })).verdict).toBe('valid');
  });

  it('takes a megabyte in its stride', async () => {
    const tags = Array.from({ length: 200_000 }, (_value, index) => (index % 2 === 0 ? `t${index}` : ''));
    const card = { ...DICE, skills: [{ id: 'a', tags }] };
    const [bad] = await signCard({ ...card, name: 'other' }, [mine]);
    const startedAt = performance.now();
    const { verdict } = await verify({ ...card, signatures: Array.from({ length: 100 }, () => bad) });
    expect(verdict).toBe('invalid');
    // Not a measurement: what is quadratic takes minutes.
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  it('writes nothing of a hostile card into its reasons as it stands', async () => {
    const { reason } = await verify({
      ...DICE,
      signatures: [await entry({ kid: 'a\nFATAL', jku: 'b\nFATAL' })],
    });
    expect(reason).not.toContain('\n');
    const tags = ['', 'a', '', '', '', '', ''];
    const card = {
      ...DICE,
      securityRequirements: [{ schemes: { ok: { list: ['s'] }, 'a\nFATAL': {} } }],
      skills: [{ id: 'a', tags }],
    };
    const [, partial] = await signCard(card, [mine]);
    const { reason: known, uncovered } = await verify({ ...card, signatures: [partial] });
    expect(uncovered).toHaveLength(7);
    expect(known).toMatch(
      /so \/securityRequirements\/0\/schemes\/a\\nFATAL, .*\/skills\/0\/tags\/4 and others may be anybody's$/,
    );
    expect(known).not.toContain('\n');
  });
});
