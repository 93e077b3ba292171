import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { factsOf } from '../../testing/request-facts.js';
import { verificationKey } from '../keys/verification-key.js';
import { componentValue } from './message-components.js';
import { signatureBase } from './signature-base.js';
import { signatureIn } from './signature-member.js';

/** The request of RFC 9421, appendix B.2, and keys of its appendix B.1. */
const BODY = '{"hello": "world"}';
const HEADERS = {
  date: 'Tue, 20 Apr 2021 02:07:55 GMT',
  'content-type': 'application/json',
  'content-digest': `sha-512=:${createHash('sha512').update(BODY).digest('base64')}:`,
  'content-length': '18',
};
const REQUEST = {
  method: 'POST',
  url: 'https://example.com/foo?param=Value&Pet=dog',
  headers: HEADERS,
  body: BODY,
};
const SECRET = 'uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ==';
const pem = (text: string) => `-----BEGIN PUBLIC KEY-----\n${text}\n-----END PUBLIC KEY-----\n`;

const shared = verificationKey({
  keyId: 'test-shared-secret',
  subject: 'a',
  algorithm: 'hmac-sha256',
  secret: Buffer.from(SECRET, 'base64'),
});
const edwards = verificationKey({
  keyId: 'test-key-ed25519',
  subject: 'a',
  algorithm: 'ed25519',
  publicKey: pem('MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs='),
});
const p256 = verificationKey({
  keyId: 'test-key-ecc-p256',
  subject: 'a',
  algorithm: 'ecdsa-p256-sha256',
  publicKey: pem(
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqIVYZVLCrPZHGHjP17CTW0/+D9Lf\n' +
      'w0EkjqF7xB4FivAxzic30tMM4GF+hR6Dxh71Z50VGGdldkkDXZCnTNnoXQ==',
  ),
});

describe('signatureBase', () => {
  it.each([
    [
      'B.2.5 with hmac-sha256',
      shared,
      'sig-b25=("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"',
      'sig-b25=:pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=:',
    ],
    [
      'B.2.6 with ed25519',
      edwards,
      'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
      'sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:',
    ],
  ])('builds what RFC 9421 has signed in %s', (_name, key, input, signature) => {
    const facts = factsOf({ ...REQUEST, headers: { ...HEADERS, 'signature-input': input, signature } });
    const member = signatureIn(facts)!;
    const baseOf = (of: typeof facts) => signatureBase(member.components, member.signatureParams, of);
    expect(key.hasSigned(baseOf(facts), member.signature)).toBe(true);
    const later = factsOf({ ...REQUEST, headers: { ...HEADERS, date: 'Tue, 20 Apr 2021 02:07:56 GMT' } });
    expect(key.hasSigned(baseOf(later), member.signature)).toBe(false);
  });

  it('verifies ecdsa-p256-sha256 as RFC 9421, B.2.4, has made it, and nothing of another length', () => {
    const base = Buffer.from(
      [
        '"@status": 200',
        '"content-type": application/json',
        '"content-digest": sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:',
        '"content-length": 23',
        '"@signature-params": ("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256"',
      ].join('\n'),
    );
    const signature = Buffer.from(
      'wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==',
      'base64',
    );
    expect(p256.hasSigned(base, signature)).toBe(true);
    expect(p256.hasSigned(Buffer.concat([base, Buffer.from(' ')]), signature)).toBe(false);
    for (const key of [shared, edwards, p256]) {
      for (const length of [0, 1, 31, 63, 65, 1_000]) {
        expect(key.hasSigned(base, Buffer.alloc(length))).toBe(false);
      }
    }
  });

  it('writes a line for each component, in their order, and none after the last', () => {
    const base = signatureBase(['@method', 'content-type'], '("@method" "content-type")', factsOf(REQUEST));
    expect(base.toString()).toBe(
      '"@method": POST\n"content-type": application/json\n"@signature-params": ("@method" "content-type")',
    );
  });

  it.each([
    ['is not there', ['x-absent'], 'the request has none'],
    ['is of a response', ['@status'], 'the request has none'],
    ['has the name of what every object has', ['@constructor'], 'the request has none'],
    ['is not ASCII', ['x-odd'], 'other characters'],
    ['has a line break', ['x-broken'], 'other characters'],
  ])('refuses a component that %s', (_what, components, message) => {
    const headers = { 'x-odd': 'caf\u00e9', 'x-broken': 'a\rb' };
    expect(() => signatureBase(components, '()', factsOf({ ...REQUEST, headers }))).toThrow(message);
  });
});

describe('componentValue', () => {
  it.each([
    ['@method', 'POST'],
    ['@target-uri', 'https://example.com/foo?param=Value&Pet=dog'],
    ['@authority', 'example.com'],
    ['@scheme', 'https'],
    ['@request-target', '/foo?param=Value&Pet=dog'],
    ['@path', '/foo'],
    ['@query', '?param=Value&Pet=dog'],
  ])('knows %s as RFC 9421, section 2.2, writes it', (name, value) => {
    expect(componentValue(name, factsOf(REQUEST))).toBe(value);
  });

  it.each([
    ['no path', 'https://Example.com:443', ['https://example.com/', 'example.com', '/', '?']],
    ['an empty query', 'http://example.com:80/a?', ['http://example.com/a?', 'example.com', '/a', '?']],
    ['a port', 'http://h:81/a%2Fb/../c', ['http://h:81/a%2Fb/../c', 'h:81', '/a%2Fb/../c', '?']],
  ])('reads an address with %s', (_what, url, values) => {
    const names = ['@target-uri', '@authority', '@path', '@query'];
    expect(names.map((name) => componentValue(name, factsOf({ ...REQUEST, url })))).toEqual(values);
  });

  it.each([
    ['several lines', ['0, 500', ' 30 '], '0, 500, 30'],
    ['space around it', ['  a \t b\t'], 'a \t b'],
    ['a folded line', ['Obsolete\r\n    line folding.', 'x'], 'Obsolete line folding., x'],
    ['nothing in it', [''], ''],
    ['an empty line', ['', 'a'], ', a'],
    ['space that is none of HTTP', ['\u00a0a'], '\u00a0a'],
  ])('joins a field with %s', (_what, lines, value) => {
    expect(componentValue('x', factsOf({ ...REQUEST, headers: { x: lines } }))).toBe(value);
  });
});
