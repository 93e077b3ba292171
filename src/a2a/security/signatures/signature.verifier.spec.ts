import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SignatureKeyList, SignatureKeyProvider } from '../../options/security/signature-options.js';
import type { Refusal, Verdict } from '../authentication/verifier.js';
import { factsOf, type WrittenRequest } from '../testing/request-facts.js';
import { SeenInMemory } from '../testing/seen-in-memory.js';
import { type RequestSigner, signRequest } from './sign-request.js';
import { SignatureVerifier } from './signature.verifier.js';

const NOW = 1_700_000_000_000;
const SECRET = Buffer.alloc(32, 7);
const pair = generateKeyPairSync('ed25519');
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pemOf = { type: 'spki', format: 'pem' } as const;

const KEYS: SignatureKeyList = [
  { keyId: 'mac', subject: 'team', tenant: 'acme', algorithm: 'hmac-sha256', secret: SECRET },
  {
    keyId: 'ed',
    subject: 'bob',
    algorithm: 'ed25519',
    publicKey: pair.publicKey.export({ format: 'jwk' }) as object,
    expiresAt: NOW + 1_000_000,
  },
  {
    keyId: 'ec',
    subject: 'eve',
    algorithm: 'ecdsa-p256-sha256',
    publicKey: curve.publicKey.export(pemOf).toString(),
  },
];
const MAC: RequestSigner = { keyId: 'mac', algorithm: 'hmac-sha256', secret: SECRET, now: NOW };
const ED: RequestSigner = {
  keyId: 'ed',
  algorithm: 'ed25519',
  privateKey: pair.privateKey.export({ format: 'jwk' }) as object,
  now: NOW,
};
const EC: RequestSigner = {
  keyId: 'ec',
  algorithm: 'ecdsa-p256-sha256',
  privateKey: curve.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  now: NOW,
};

const REQUEST = {
  method: 'POST',
  url: 'https://agent.example/a2a/jsonrpc?x=1',
  headers: { 'content-type': 'application/json', 'a2a-version': '1.0', authorization: 'Bearer abc' },
  body: '{"jsonrpc":"2.0"}',
};

const signed = (signer: RequestSigner, request: WrittenRequest = REQUEST) => {
  const headers = { ...(request.headers as Record<string, string>) };
  return { ...request, headers: { ...headers, ...signRequest({ ...request, headers }, signer) } };
};
const verifier = (now = NOW, keys: SignatureKeyList | SignatureKeyProvider = KEYS) =>
  new SignatureVerifier('sig', { keys }, new SeenInMemory(() => now), () => now);
const judge = (request: WrittenRequest, now?: number) => verifier(now).verify(factsOf(request));
const reasonOf = (verdict: Verdict) => (verdict as Refusal).why;

describe('SD-107 SignatureVerifier', () => {
  it.each([
    ['hmac-sha256', MAC, { subject: 'team', tenant: 'acme' }],
    ['ed25519', ED, { subject: 'bob', tenant: '', expiresAt: NOW + 1_000_000 }],
    ['ecdsa-p256-sha256', EC, { subject: 'eve', tenant: '' }],
  ])('knows whom a key of %s stands for', async (_name, signer, holder) => {
    const identity = { issuer: 'signature:sig', client: '', scopes: [], ...holder };
    expect(await judge(signed(signer))).toEqual({ outcome: 'proven', identity });
  });

  it.each<[string, WrittenRequest]>([
    ['without a body', { method: 'GET', url: 'https://agent.example/who' }],
    ['without headers', { method: 'POST', url: 'https://agent.example/', body: 'x' }],
    ['with an odd address', { method: 'GET', url: 'https://agent.example/a%2Fb//c?q=%20&q' }],
  ])('takes a request %s', async (_what, request) => {
    expect((await judge(signed(ED, request))).outcome).toBe('proven');
  });

  it('leaves alone what is not signed', async () => {
    expect(await judge(REQUEST)).toEqual({ outcome: 'absent' });
  });

  type Signed = ReturnType<typeof signed>;
  const NAMES = [
    'content-type',
    'a2a-version',
    'authorization',
    'content-digest',
    'signature-input',
    'signature',
  ];
  const withLines =
    (name: string, change: (value: string) => string | string[]) =>
    ({ headers }: Signed): Partial<WrittenRequest> => ({
      headers: { ...headers, [name]: change(headers[name] ?? '') },
    });
  const another = (value: string) => value.replace(/^sig=/, 'b=').replace(/^sha-256/, 'sha-512');
  it.each<[string, (request: Signed) => Partial<WrittenRequest>]>([
    ['another method', () => ({ method: 'PUT' })],
    ['another path', ({ url }) => ({ url: url.replace('jsonrpc', 'jsonrpc/') })],
    ['another query', ({ url }) => ({ url: `${url}&y` })],
    ['another host', ({ url }) => ({ url: url.replace('agent', 'other') })],
    ['another scheme', ({ url }) => ({ url: url.replace('https', 'http') })],
    ['another body', ({ body }) => ({ body: `${body} ` })],
    ['no body', () => ({ body: '' })],
    ...NAMES.flatMap((name): [string, (request: Signed) => Partial<WrittenRequest>][] => [
      [`another ${name}`, withLines(name, (value) => `${value}1`)],
      [`no ${name}`, withLines(name, () => [])],
      [`the ${name} twice`, withLines(name, (value) => [value, another(value)])],
    ]),
  ])('refuses a request that has come to have %s', async (_what, change) => {
    for (const signer of [MAC, ED, EC]) {
      const request = signed(signer);
      expect((await judge(request)).outcome).toBe('proven');
      expect((await judge({ ...request, ...change(request) })).outcome).toBe('refused');
    }
  });

  it.each(['content-type', 'a2a-version', 'authorization'])('refuses a %s that is added', async (name) => {
    const request = signed(MAC, { ...REQUEST, headers: {} });
    const verdict = await judge({ ...request, headers: { ...request.headers, [name]: 'x' } });
    expect(reasonOf(verdict)).toBe(`not covered: ${name}`);
  });

  it('refuses a body that is added, or that was signed without its digest', async () => {
    const request = signed(MAC, { method: 'POST', url: REQUEST.url });
    expect((await judge(request)).outcome).toBe('proven');
    expect(reasonOf(await judge({ ...request, body: '{}' }))).toContain('not covered: content-digest');
  });

  it('judges the key again while a stream goes on, and neither time nor nonce', async () => {
    let keys = KEYS;
    let now = NOW;
    const find = (keyId: string) => Promise.resolve(keys.find((key) => key.keyId === keyId));
    const clock = () => now;
    const judging = new SignatureVerifier('sig', { keys: { find } }, new SeenInMemory(clock), clock);
    const facts = factsOf(signed(MAC));
    const first = await judging.verify(facts);
    now += 900_000;
    expect((await judging.verify(facts)).outcome).toBe('refused');
    expect(await judging.verifyAgain(facts)).toEqual(first);
    keys = [];
    expect(reasonOf(await judging.verifyAgain(facts))).toBe('a key that nobody holds');
    expect((await judging.verifyAgain(factsOf(signed(MAC)))).outcome).toBe('refused');
  });

  it('refuses every change of one character in what is signed', async () => {
    const request = signed(MAC);
    const places = ['method', 'url', 'body', 'content-type', 'authorization', 'signature-input'] as const;
    const character = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), fc.nat(), character, async (place, at, other) => {
        const parts: Record<string, string> = { ...request.headers, ...request, headers: '' };
        const value = parts[place]!;
        const index = place === 'url' ? 'https://agent.example'.length + 1 + (at % 10) : at % value.length;
        const changed = value.slice(0, index) + other + value.slice(index + 1);
        fc.pre(changed !== value);
        const isHeader = place in request.headers;
        const verdict = await judge({
          ...request,
          ...(isHeader ? { headers: { ...request.headers, [place]: changed } } : { [place]: changed }),
        });
        expect(verdict.outcome).toBe('refused');
      }),
      { numRuns: 500 },
    );
  });

  it('refuses a request that comes again, as long as it could be taken at all', async () => {
    let now = NOW;
    const one = new SignatureVerifier('sig', { keys: KEYS }, new SeenInMemory(() => now), () => now);
    const facts = factsOf(signed({ ...ED, lifetimeS: 300 }));
    expect((await one.verify(facts)).outcome).toBe('proven');
    for (now = NOW; now < NOW + 400_000; now += 20_000) {
      expect((await one.verify(facts)).outcome).toBe('refused');
    }
    now = NOW;
    expect((await one.verify(factsOf(signed({ ...ED, nonce: 'n' })))).outcome).toBe('proven');
    // A nonce is a key's own.
    expect((await one.verify(factsOf(signed({ ...EC, nonce: 'n' })))).outcome).toBe('proven');
    expect(reasonOf(await one.verify(factsOf(signed({ ...ED, nonce: 'n', lifetimeS: 9 }))))).toMatch(/nonce/);
  });

  it('does not use up the nonce of a request that it refuses', async () => {
    const one = verifier();
    const request = signed(ED);
    expect((await one.verify(factsOf({ ...request, body: 'x' }))).outcome).toBe('refused');
    expect((await one.verify(factsOf({ ...request, method: 'PUT' }))).outcome).toBe('refused');
    expect((await one.verify(factsOf(request))).outcome).toBe('proven');
  });

  it.each([
    ['in time', 0, 60, 'proven'],
    ['at the end of what clocks may differ', 119_999, 60, 'proven'],
    ['late', 120_000, 60, 'refused'],
    ['early, as clocks may differ', -60_000, 60, 'proven'],
    ['too early', -61_000, 60, 'refused'],
    ['for 300 s', 0, 300, 'proven'],
    ['for longer', 0, 301, 'refused'],
    ['for no time', 0, 0, 'refused'],
    ['for less than none', 0, -1, 'refused'],
  ])('judges a request that comes %s', async (_what, afterMs, lifetimeS, outcome) => {
    expect((await judge(signed({ ...MAC, lifetimeS }), NOW + afterMs)).outcome).toBe(outcome);
  });
});
