import { verifyAgentCardSignature } from '@a2a-js/sdk';
import { beforeEach, expect, vi } from 'vitest';
import type { AgentCard } from '../../../src/a2a/index.js';
import { RETIRED, SIGNING } from '../agents/card-keys.js';
import { describeSection } from '../conformance.js';
import type { Peer } from '../peer.js';
import { cardOf } from '../raw.js';
import {
  canonicalCard,
  headerOf,
  MEMBERS,
  publishedKeys,
  type Signature,
  signersOf,
} from '../signed-card.js';

const SIGNED = { on: 'signed' } as const;
const JKU = 'https://agent.example/.well-known/jwks.json';

async function signaturesOf(peer: Peer): Promise<readonly Signature[]> {
  return (await cardOf(peer)).signatures ?? [];
}

function extendedCard(peer: Peer): Promise<AgentCard> {
  return peer.result<AgentCard>('GetExtendedAgentCard');
}

describeSection('A: signatures of the card', ({ row, once }) => {
  // The SDK tells of each signature that is not over the form it knows.
  beforeEach(() => {
    vi.spyOn(console, 'debug').mockReturnValue();
  });

  once('A-12', 'a card that is not signed carries no signatures, and there are no keys', async (peer) => {
    expect(await cardOf(peer)).not.toHaveProperty('signatures');
    expect(await peer.agent.probe('/.well-known/jwks.json')).toMatchObject({ status: 404 });
  });

  once(
    'A-12',
    'a card is signed by every key that signs, in the flattened form without the payload',
    async (peer) => {
      const signatures = await signaturesOf(peer);
      expect(new Set(signatures.map((one) => headerOf(one).kid))).toEqual(new Set(SIGNING));
      for (const one of signatures) {
        expect(one).toMatchObject({ protected: expect.any(String), signature: expect.any(String) });
        expect(['protected', 'signature', 'header']).toEqual(expect.arrayContaining(Object.keys(one)));
      }
    },
    SIGNED,
  );

  once(
    'A-12',
    'the keys that sign are published, and one that does so no longer',
    async (peer) => {
      expect((await publishedKeys(peer)).map(({ kid }) => kid)).toEqual([...SIGNING, RETIRED]);
    },
    SIGNED,
  );

  row(
    'A-12',
    'the extended card has signatures of its own',
    async (peer) => {
      const { signatures = [] } = await extendedCard(peer);
      expect(new Set(signatures.map((one) => headerOf(one).kid))).toEqual(new Set(SIGNING));
      const ofPublic = (await signaturesOf(peer)).map(({ signature }) => signature);
      expect(ofPublic).not.toEqual(expect.arrayContaining([signatures[0]?.signature]));
    },
    SIGNED,
  );

  once(
    'A-13',
    'what every key has signed is the card without signatures, with what is REQUIRED or set, in RFC 8785',
    async (peer) => {
      const text = canonicalCard(peer.issuer.issuer);
      const { signatures = [], ...said } = await cardOf(peer);
      // It is served with a list that says nothing, which therefore is not signed.
      expect(said.securityRequirements).toEqual([{ schemes: { bearer: { list: [] } } }]);
      const signed = { ...said, securityRequirements: [{ schemes: { bearer: {} } }] };
      expect(signed).toEqual(JSON.parse(text));
      expect(signersOf(text, signatures, await publishedKeys(peer))).toEqual(SIGNING);
    },
    SIGNED,
  );

  row(
    'A-13',
    'the extended card is signed in this form too, as its caller sees it',
    async (peer) => {
      const { signatures = [] } = await extendedCard(peer);
      const keys = await publishedKeys(peer);
      expect(signersOf(canonicalCard(peer.issuer.issuer, MEMBERS), signatures, keys)).toEqual(SIGNING);
      expect(signersOf(canonicalCard(peer.issuer.issuer), signatures, keys)).toEqual([]);
    },
    SIGNED,
  );

  row(
    'A-14',
    'every protected header names an asymmetric algorithm, a published key of that algorithm, and the type JOSE',
    async (peer) => {
      const { signatures = [] } = await extendedCard(peer);
      const all = [...signatures, ...(await signaturesOf(peer))];
      expect(all.length).toBeGreaterThanOrEqual(2 * SIGNING.length);
      const keys = await publishedKeys(peer);
      for (const one of all) {
        const { kid, alg, ...others } = headerOf(one);
        expect(SIGNING).toContain(alg);
        expect(keys.find((key) => key.kid === kid)).toMatchObject({ alg, use: 'sig' });
        expect(others).toEqual({ typ: 'JOSE', jku: JKU });
        // What is not protected could be changed by anybody, and contradict what is.
        expect(one.header ?? {}).toEqual({});
      }
    },
    SIGNED,
  );

  row(
    'A-15',
    'header and signature are base64url without padding',
    async (peer) => {
      const { signatures = [] } = await extendedCard(peer);
      const all = [...signatures, ...(await signaturesOf(peer))];
      for (const text of all.flatMap((one) => [one.protected, one.signature])) {
        expect(text).toMatch(/^[\w-]+$/);
        expect(Buffer.from(text, 'base64url').toString('base64url')).toBe(text);
      }
      // As they are, r and s of the one and R and S of the other, and no DER around them.
      for (const { signature } of all) expect(Buffer.from(signature, 'base64url')).toHaveLength(64);
    },
    SIGNED,
  );

  once(
    'A-15',
    'the signature is of the header as it stands, a dot, and the canonical form in base64url',
    async (peer) => {
      const [signatures, keys] = [await signaturesOf(peer), await publishedKeys(peer)];
      const text = canonicalCard(peer.issuer.issuer);
      expect(signersOf(text, signatures, keys)).toEqual(SIGNING);
      expect(signersOf(text.replace('Seine', 'seine'), signatures, keys)).toEqual([]);
      const altered = signatures.map((one) => {
        const header = JSON.stringify({ ...headerOf(one), jku: 'https://other.example/jwks.json' });
        return { ...one, protected: Buffer.from(header).toString('base64url') };
      });
      expect(signersOf(text, altered, keys)).toEqual([]);
    },
    SIGNED,
  );

  row(
    'A-15',
    'the SDK of the protocol finds the card signed, and one that was changed not',
    async (peer) => {
      const keys = await publishedKeys(peer);
      const verify = verifyAgentCardSignature(async (kid) => keys.find((key) => key.kid === kid)!);
      for (const card of [await cardOf(peer), await extendedCard(peer)]) {
        await expect(verify(card as never)).resolves.toBeUndefined();
        await expect(verify({ ...card, name: 'others' } as never)).rejects.toThrow('No valid signatures');
      }
    },
    SIGNED,
  );
});
