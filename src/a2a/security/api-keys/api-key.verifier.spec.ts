import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ApiKeyProvider } from '../../options/security/api-key-options.js';
import { ApiKeyVerifier } from './api-key.verifier.js';

const KEY = 'correct-horse-battery';
const sha256 = createHash('sha256').update(KEY).digest('hex');
const keys = [{ sha256: sha256.toUpperCase(), subject: 'team', tenant: 'acme' }];
const HEADER = { location: 'header', name: 'X-API-Key', keys } as const;
const QUERY = { ...HEADER, location: 'query', name: 'key' } as const;
const COOKIE = { ...HEADER, location: 'cookie', name: 'key' } as const;

const facts = (headers: Record<string, string | string[]> = {}, path = '/') => ({
  target: `https://agent.example${path}`,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  method: 'GET',
  content: () => Promise.resolve(Buffer.alloc(0)),
  lines: (name: string) => [headers[name] ?? []].flat(),
});
const outcomeOf = async (
  options: ConstructorParameters<typeof ApiKeyVerifier>[1],
  ...asked: Parameters<typeof facts>
) => (await new ApiKeyVerifier('team-key', options, () => 1_000).verify(facts(...asked))).outcome;

describe('SD-108 ApiKeyVerifier', () => {
  it('knows whom a key stands for', async () => {
    expect(await new ApiKeyVerifier('team-key', HEADER).verify(facts({ 'x-api-key': KEY }))).toEqual({
      outcome: 'proven',
      identity: { issuer: 'api-key:team-key', subject: 'team', client: '', tenant: 'acme', scopes: [] },
    });
  });

  it.each([
    ['the right one in a header', HEADER, { 'x-api-key': KEY }, '/', 'proven'],
    ['a wrong one', HEADER, { 'x-api-key': `${KEY}!` }, '/', 'refused'],
    ['the hash itself', HEADER, { 'x-api-key': sha256 }, '/', 'refused'],
    ['none', HEADER, {}, '/', 'absent'],
    ['an empty one', HEADER, { 'x-api-key': '' }, '/', 'absent'],
    ['two', HEADER, { 'x-api-key': [KEY, KEY] }, '/', 'refused'],
    ['one in the wrong place', HEADER, {}, `/?X-API-Key=${KEY}`, 'absent'],
    ['the right one in the query', QUERY, {}, `/?a=b&key=${KEY}`, 'proven'],
    ['two in the query', QUERY, {}, `/?key=${KEY}&key=x`, 'refused'],
    ['the right one in a cookie', COOKIE, { cookie: `a=b; key="${KEY}"` }, '/', 'proven'],
    ['a cookie of another name', COOKIE, { cookie: `mykey=${KEY}` }, '/', 'absent'],
    [
      'a cookie by the page of another origin',
      COOKIE,
      { cookie: `key=${KEY}`, origin: 'https://evil.example' },
      '/',
      'refused',
    ],
    [
      'a cookie by another site',
      COOKIE,
      { cookie: `key=${KEY}`, 'sec-fetch-site': 'cross-site' },
      '/',
      'refused',
    ],
    [
      'a cookie by its own page',
      COOKIE,
      { cookie: `key=${KEY}`, origin: 'https://agent.example', 'sec-fetch-site': 'same-origin' },
      '/',
      'proven',
    ],
  ] as const)('judges %s', async (_what, options, headers, path, outcome) => {
    expect(await outcomeOf(options, headers as Record<string, string | string[]>, path)).toBe(outcome);
  });

  it('takes a key until it expires', async () => {
    const until = (expiresAt: number) => ({ ...HEADER, keys: [{ sha256, subject: 'team', expiresAt }] });
    expect(await outcomeOf(until(1_001), { 'x-api-key': KEY })).toBe('proven');
    expect(await outcomeOf(until(1_000), { 'x-api-key': KEY })).toBe('refused');
  });

  it('asks a provider by the hash only, believes no other, and is never open while it is away', async () => {
    const asked: string[] = [];
    const provider = (find: ApiKeyProvider['find']) => ({ ...HEADER, keys: { find } });
    const noting = provider((hash) => Promise.resolve(void asked.push(hash)));
    expect(await outcomeOf(noting, { 'x-api-key': KEY })).toBe('refused');
    expect(asked).toEqual([sha256]);
    const careless = provider(() => Promise.resolve({ sha256: 'ab', subject: 'anybody' }));
    expect(await outcomeOf(careless, { 'x-api-key': KEY })).toBe('refused');
    const away = provider(() => Promise.reject(new Error('away')));
    expect(await outcomeOf(away, { 'x-api-key': KEY })).toBe('unavailable');
  });
});
