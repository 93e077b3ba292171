import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchJson } from '../../net/fetch-json.js';
import { acceptCard, CardRefused } from './accept-card.js';
import { RemoteKeySets } from './trust/remote-key-sets.js';
import { TrustStore } from './trust/trust-store.js';
import { verifyCard } from './verify-card.js';

const VECTORS = new URL('../../../../test/vectors/', import.meta.url);
const json = (file: string) =>
  JSON.parse(readFileSync(new URL(file, VECTORS), 'utf8')) as Record<string, unknown>;
const ATTACKER = { card: json('A15-attacker-jku.json'), jku: 'https://attacker.example/jwks.json' };
const METADATA_IP = json('A27-jku-metadata-ip.json');
const PARTIAL = json('B23-added-anonymous-alternative.json');
const VALID = json('A01-dice-es256-valid.json');

const trusted = () => TrustStore.fromFiles([fileURLToPath(new URL('jwks-trusted.json', VECTORS))]);

/** The same card with another protected header, which no signature fits. */
function withHeader(card: Record<string, unknown>, header: object): Record<string, unknown> {
  const encoded = Buffer.from(JSON.stringify(header)).toString('base64url');
  return { ...card, signatures: [{ protected: encoded, signature: 'AAAA' }] };
}

describe('a jku', () => {
  let asked: string[];
  let server: Server;
  let requests: number;
  let origin: string;

  beforeEach(async () => {
    asked = [];
    requests = 0;
    server = createServer((_request, response) => {
      requests += 1;
      response.end('{"keys":[]}');
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(async () => {
    vi.unstubAllGlobals();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });

  const remote = (answer: unknown, allow = ['https://keys.example/jwks.json']) =>
    new RemoteKeySets({
      allow,
      fetchJson: (url) => {
        asked.push(url);
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      },
    });

  it.each([
    ['A15', ATTACKER.card, 'untrusted'],
    ['A27', METADATA_IP, 'valid'],
  ] as const)('BC-40 T7: of %s is never asked', async (_id, card, verdict) => {
    const fetched = vi.fn<typeof fetch>();
    vi.stubGlobal('fetch', fetched);
    const trust = await trusted();
    expect((await verifyCard(card, { trust })).verdict).toBe(verdict);
    expect((await verifyCard(card, { trust, remoteKeys: remote({ keys: [] }) })).verdict).toBe(verdict);
    expect(asked).toEqual([]);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('BC-40 T7: that is not on the list gets no request, with the client that would send one', async () => {
    const remoteKeys = new RemoteKeySets({ allow: ['https://keys.example/jwks.json'], fetchJson });
    const card = withHeader(VALID, { alg: 'ES256', kid: 'unknown', jku: `${origin}/jwks.json` });
    const { verdict, reason } = await verifyCard(card, { trust: await trusted(), remoteKeys });
    expect(verdict).toBe('untrusted');
    expect(reason).toContain(`its key set "${origin}/jwks.json" is not on the list`);
    expect(requests).toBe(0);
    await fetchJson(`${origin}/jwks.json`);
    expect(requests).toBe(1);
  });

  it('that is on the list is asked once, and its keys count', async () => {
    const remoteKeys = remote(json('jwks-attacker.json'), [ATTACKER.jku]);
    const trust = await trusted();
    expect((await verifyCard(ATTACKER.card, { trust, remoteKeys })).verdict).toBe('valid');
    expect((await verifyCard(ATTACKER.card, { trust, remoteKeys })).verdict).toBe('valid');
    expect(asked).toEqual([ATTACKER.jku]);
    const other = withHeader(VALID, { alg: 'ES256', kid: 'other', jku: ATTACKER.jku });
    expect((await verifyCard(other, { trust, remoteKeys })).reason).toMatch(/"other" is not in the key set/);
  });

  it('A-16: does not bring back a key that is revoked, nor is it asked then', async () => {
    const trust = await trusted();
    trust.revoke('attacker-1');
    const remoteKeys = remote(json('jwks-attacker.json'), [ATTACKER.jku]);
    expect(await verifyCard(ATTACKER.card, { trust, remoteKeys })).toMatchObject({
      verdict: 'untrusted',
      reason: 'the key "attacker-1" is revoked',
    });
    expect(asked).toEqual([]);
  });

  it('that can not be had leaves the card untrusted', async () => {
    const remoteKeys = remote(new Error('away'), [ATTACKER.jku]);
    const { verdict, reason } = await verifyCard(ATTACKER.card, { trust: await trusted(), remoteKeys });
    expect(verdict).toBe('untrusted');
    expect(reason).toMatch(/"attacker-1" can not be had from "https:.*": Error: away/);
  });
});

describe('acceptCard', () => {
  it('A-16: a key outside its time is as if it were not there', async () => {
    const { keys } = json('jwks-trusted.json') as { keys: object[] };
    const trust = await TrustStore.fromJwks({ keys: keys.map((key) => ({ ...key, exp: 1_000 })) });
    const verdict = async (nowMs: number) => (await verifyCard(VALID, { trust, now: () => nowMs })).verdict;
    expect(await verdict(999_999)).toBe('valid');
    expect(await verdict(1_000_000)).toBe('untrusted');
    expect((await verifyCard(VALID, { trust })).reason).toBe('the key "es256-2026-01" has expired');
  });

  it('A-16: tries each key of one name', async () => {
    const { keys } = json('jwks-attacker.json') as { keys: object[] };
    const others = { keys: keys.map((key) => ({ ...key, kid: 'es256-2026-01' })) };
    const trust = await TrustStore.fromJwks(others, json('jwks-trusted.json'));
    expect((await verifyCard(VALID, { trust })).verdict).toBe('valid');
  });

  it('T2: warns of what is not signed, or refuses it, and says what to do', async () => {
    const options = { trust: await trusted() };
    const { warnings, verification } = await acceptCard(PARTIAL, 'prefer', options);
    expect(verification?.verdict).toBe('partial');
    expect(warnings).toEqual([
      expect.stringMatching(
        /^The card is partial: .*\/securityRequirements\/2 may be anybody's\. Ask its publisher/,
      ),
    ]);
    const refusal = await acceptCard(PARTIAL, 'require', options).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(CardRefused);
    expect(refusal).toMatchObject({
      name: 'CardRefused',
      verdict: 'partial',
      reason: verification?.reason,
      verification: { uncovered: ['/securityRequirements/1', '/securityRequirements/2'] },
      message: expect.stringMatching(
        /^The card is refused, it is partial: .* Ask its publisher to sign/,
      ) as string,
    });
  });

  it('T6: returns members of the schema at any depth, and signatures that somebody could use', async () => {
    const [good] = VALID.signatures as [object];
    const card = {
      ...VALID,
      url: 'http://old.example',
      capabilities: { streaming: true, old: 1 },
      signatures: [{ ...good, other: 1 }, 'x', { ...good, header: { note: 'n' } }, { ...good, header: null }],
    };
    const { card: taken } = await acceptCard(card, 'require', { trust: await trusted() });
    expect(taken).toEqual({
      ...VALID,
      capabilities: { streaming: true },
      signatures: [good, good, good],
    });
    expect(card.capabilities).toHaveProperty('old');
    const many = { ...VALID, signatures: Array.from({ length: 10_000 }, () => good) };
    expect((await acceptCard(many, 'ignore', { trust: await trusted() })).card.signatures).toHaveLength(16);
  });

  it.each(['ignore', 'prefer', 'require'] as const)('%s refuses what is no card', async (policy) => {
    const options = { trust: await trusted() };
    for (const card of [null, 'x', [], { name: 5 }]) {
      await expect(acceptCard(card, policy, options)).rejects.toBeInstanceOf(CardRefused);
    }
    await expect(acceptCard({ name: 5 }, 'ignore', options)).rejects.toThrow(
      'The card is refused, it is invalid: /name must be a string. Fetch it again',
    );
  });

  it('takes no member of a hostile card for one of its own', async () => {
    const card = JSON.parse(
      '{"__proto__":{"polluted":1},"name":"n","securitySchemes":{"__proto__":{"polluted":1}}}',
    ) as object;
    const { card: taken } = await acceptCard(card, 'ignore', { trust: await trusted() });
    expect(Object.getPrototypeOf(taken)).toBe(Object.prototype);
    expect(JSON.stringify(taken)).toBe('{"name":"n","securitySchemes":{"__proto__":{}}}');
    expect({}).not.toHaveProperty('polluted');
  });
});
