import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { RequestBodyError } from '../../net/request-body.js';
import type { SignatureKey, SignatureKeyProvider } from '../../options/security/signature-options.js';
import type { Refusal } from '../authentication/verifier.js';
import { factsOf } from '../testing/request-facts.js';
import { SeenInMemory } from '../testing/seen-in-memory.js';
import { SignatureVerifier } from './signature.verifier.js';

const NOW = 1_700_000_000_000;
const SECRET = Buffer.alloc(32, 7);
const KEY = { keyId: 'mac', subject: 'team', algorithm: 'hmac-sha256', secret: SECRET } as const;
const ADDRESS = 'https://agent.example/who';
const PARTS = '("@method" "@target-uri")';
const TERMS = ';created=1700000000;expires=1700000060;keyid="mac";nonce="n"';

/** Signed by hand, so that what is wrong is all that is wrong. @param params what is signed, and stands in the header */
const request = (params = `${PARTS}${TERMS}`, covered = [`"@method": GET`, `"@target-uri": ${ADDRESS}`]) => {
  const base = [...covered, `"@signature-params": ${params}`].join('\n');
  const signature = createHmac('sha256', SECRET).update(base).digest('base64');
  return {
    method: 'GET',
    url: ADDRESS,
    headers: { 'signature-input': `sig=${params}`, signature: `sig=:${signature}:` } as Record<
      string,
      string | string[]
    >,
  };
};
const verifierFor = (
  keys: readonly SignatureKey[] | SignatureKeyProvider = [KEY],
  seen = new SeenInMemory(),
) => new SignatureVerifier('sig', { keys }, seen, () => NOW);
const judge = (sent = request()) => verifierFor().verify(factsOf(sent));
const without = (name: string) => TERMS.replace(new RegExp(`;${name}=[^;]+`), '');

describe('SD-107 SignatureVerifier, of signatures by hand', () => {
  it.each([
    ['as it must be', request()],
    ['with the algorithm of the key', request(`${PARTS}${TERMS};alg="hmac-sha256"`)],
    ['with parameters that are not known', request(`${PARTS}${TERMS};tag="app";x`)],
    [
      'in another order, and with more',
      request(`("@scheme" "@target-uri" "@method")${TERMS}`, [
        '"@scheme": https',
        `"@target-uri": ${ADDRESS}`,
        '"@method": GET',
      ]),
    ],
  ])('takes one %s', async (_what, sent) => {
    expect((await judge(sent)).outcome).toBe('proven');
  });

  it.each<[string, ReturnType<typeof request>, string]>([
    ['no created', request(`${PARTS}${without('created')}`), 'created is missing'],
    ['no expires', request(`${PARTS}${without('expires')}`), 'expires is missing'],
    ['no keyid', request(`${PARTS}${without('keyid')}`), 'keyid is missing'],
    ['no nonce', request(`${PARTS}${without('nonce')}`), 'nonce is missing'],
    ['an empty nonce', request(`${PARTS}${without('nonce')};nonce=""`), 'nonce is missing'],
    ['a long nonce', request(`${PARTS}${without('nonce')};nonce="${'n'.repeat(257)}"`), 'nonce is missing'],
    ['a nonce that is a token', request(`${PARTS}${without('nonce')};nonce=n`), 'nonce is missing'],
    ['a created of halves', request(`${PARTS}${TERMS.replace('0000;', '0000.5;')}`), 'created is missing'],
    ['a created that is text', request(`${PARTS}${TERMS.replace('1700000000', '"1700000000"')}`), 'created'],
    [
      'a created that is a date',
      request(`${PARTS}${TERMS.replace('1700000000', '@1700000000')}`),
      'dictionary',
    ],
    ['another algorithm', request(`${PARTS}${TERMS};alg="ed25519"`), 'alg is not that of the key'],
    ['an algorithm that is empty', request(`${PARTS}${TERMS};alg=""`), 'alg is missing'],
    ['a key that nobody holds', request(`${PARTS}${TERMS.replace('mac', 'max')}`), 'that nobody holds'],
    ['no method', request(`("@target-uri")${TERMS}`, [`"@target-uri": ${ADDRESS}`]), 'not covered: @method'],
    ['no address', request(`("@method")${TERMS}`, ['"@method": GET']), 'not covered: @target-uri'],
    ['nothing', request(`()${TERMS}`, []), 'not covered: @method, @target-uri'],
    ['a component twice', request(`("@method" "@method" "@target-uri")${TERMS}`), 'listed twice'],
    ['a component that is no text', request(`(1 "@target-uri")${TERMS}`), 'no name'],
    ['a component in upper case', request(`("@method" "@target-uri" "Date")${TERMS}`), 'no name'],
    ['a component that is not there', request(`("@method" "@target-uri" "date")${TERMS}`), 'has none'],
    [
      'more components than an honest request',
      request(`(${Array.from({ length: 33 }, (_, at) => `"x-${at}"`).join(' ')})${TERMS}`),
      'more than 32',
    ],
    ...['sf', 'bs', 'key="a"', 'req', 'tr', 'name="q"'].map(
      (parameter): [string, ReturnType<typeof request>, string] => [
        `the component parameter ${parameter}`,
        request(`("@method" "@target-uri";${parameter})${TERMS}`),
        `the component @target-uri has the parameter ${parameter.split('=')[0]}`,
      ],
    ),
  ])('refuses one with %s', async (_what, sent, why) => {
    const verdict = await judge(sent);
    expect(verdict.outcome).toBe('refused');
    expect((verdict as Refusal).why).toContain(why);
  });

  const { headers } = request();
  const [input, signature] = [String(headers['signature-input']), String(headers.signature)];
  it.each<[string, Record<string, string | string[]>, string]>([
    ['only says what it covers', { 'signature-input': input }, '1 in Signature-Input and 0 in Signature'],
    ['does not say what it covers', { signature }, '0 in Signature-Input and 1 in Signature'],
    ['is empty', { 'signature-input': '', signature: '' }, '0 in Signature-Input'],
    [
      'comes with another',
      {
        'signature-input': [input, input.replace('sig', 'b')],
        signature: [signature, signature.replace('sig', 'b')],
      },
      '2 in Signature-Input and 2 in Signature',
    ],
    [
      'comes with a second value',
      { 'signature-input': input, signature: `${signature}, b=:AAAA:` },
      'and 2 in',
    ],
    [
      'has two labels',
      { 'signature-input': input, signature: signature.replace('sig', 'b') },
      'different labels',
    ],
    ['lists nothing', { 'signature-input': 'sig=1', signature }, 'lists no components'],
    ['has no bytes', { 'signature-input': input, signature: 'sig="abc"' }, 'no byte sequence'],
    ['is a list', { 'signature-input': input, signature: 'sig=(:AAAA:)' }, 'no byte sequence'],
    ['can not be read', { 'signature-input': '("@method")', signature }, 'signature-input is no dictionary'],
    [
      'can not be read either',
      { 'signature-input': input, signature: 'sig=:!:' },
      'signature is no dictionary',
    ],
  ])('refuses one that %s, as a request that is malformed', async (_what, sent, why) => {
    const verdict = await judge({ ...request(), headers: sent });
    expect(verdict).toMatchObject({ outcome: 'refused', error: 'invalid_request' });
    expect((verdict as Refusal).why).toContain(why);
  });

  it('asks a provider by the key id, believes no other, and is never open while it is away', async () => {
    const outcomeWith = async (find: SignatureKeyProvider['find']) =>
      (await verifierFor({ find }).verify(factsOf(request()))).outcome;
    const asked: string[] = [];
    const find = (keyId: string) => Promise.resolve(void asked.push(keyId));
    expect(await outcomeWith(find)).toBe('refused');
    expect(asked).toEqual(['mac']);
    expect(await outcomeWith(() => Promise.resolve(KEY))).toBe('proven');
    expect(await outcomeWith(() => Promise.resolve({ ...KEY, keyId: 'other' }))).toBe('refused');
    expect(await outcomeWith(() => Promise.reject(new Error('away')))).toBe('unavailable');
    expect(await outcomeWith(() => Promise.resolve({ ...KEY, secret: 'short' }))).toBe('unavailable');
  });

  it('takes a key until it expires', async () => {
    const until = async (expiresAt: number) =>
      (await verifierFor([{ ...KEY, expiresAt }]).verify(factsOf(request()))).outcome;
    expect(await until(NOW + 1)).toBe('proven');
    expect(await until(NOW)).toBe('refused');
  });

  it('is never open while nobody remembers nonces', async () => {
    const cause = new Error('away');
    const away = { first: () => Promise.reject(cause) } as unknown as SeenInMemory;
    expect(await verifierFor([KEY], away).verify(factsOf(request()))).toEqual({
      outcome: 'unavailable',
      cause,
    });
  });

  it('reads no body before the signature is good, and says when it can not be read', async () => {
    const error = new RequestBodyError('too-large', 'too large');
    const read: string[] = [];
    const content = () => {
      read.push('read');
      return Promise.reject(error);
    };
    const forged = request(`${PARTS}${TERMS}`, []);
    expect((await verifierFor().verify({ ...factsOf(forged), content })).outcome).toBe('refused');
    expect(read).toEqual([]);
    await expect(verifierFor().verify({ ...factsOf(request()), content })).rejects.toBe(error);
  });
});
