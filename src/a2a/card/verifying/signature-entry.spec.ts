import { describe, expect, it } from 'vitest';
import { readSignatureEntry } from './signature-entry.js';

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const entry = (header: object, more: object = {}) => ({
  protected: encoded({ alg: 'ES256', kid: 'k1', ...header }),
  signature: 'AAAA',
  ...more,
});

describe('readSignatureEntry', () => {
  it('A-14 A-16 T9: reads what counts of the protected header, and asks for no typ', () => {
    const made = entry({ jku: 'https://a.example/jwks.json' }, { header: { note: 'rotated' } });
    expect(readSignatureEntry(made)).toEqual({
      protected: made.protected,
      signature: 'AAAA',
      kid: 'k1',
      alg: 'ES256',
      algName: 'ES256',
      jku: 'https://a.example/jwks.json',
    });
  });

  it('reads the newer name of EdDSA (RFC 9864), and null for no header', () => {
    expect(readSignatureEntry(entry({ alg: 'Ed25519' }, { header: null }))).toMatchObject({
      alg: 'EdDSA',
      algName: 'Ed25519',
    });
  });

  it.each([
    ['no object', 'x', /"protected" that is no base64url/],
    ['a list', [entry({})], /"protected" that is no base64url/],
    ['padding', entry({}, { protected: 'e30=' }), /"protected" that is no base64url of 1 to 8192 characters/],
    ['an empty header', entry({}, { protected: '' }), /"protected" that is no base64url/],
    ['a long header', entry({ x: 'x'.repeat(8_000) }), /"protected" that is no base64url/],
    [
      'a header that is no string',
      entry({}, { protected: { alg: 'ES256' } }),
      /"protected" that is no base64url/,
    ],
    ['a header that is no JSON', entry({}, { protected: 'AAAA' }), /"protected" that holds no JSON object/],
    ['a header that is a list', entry({}, { protected: encoded(['ES256']) }), /that holds no JSON object/],
    [
      'a header that is no UTF-8',
      entry({}, { protected: Buffer.from('{"kid":"\u00ff"}', 'latin1').toString('base64url') }),
      /that holds no JSON object/,
    ],
    ['a signature that is no string', entry({}, { signature: 5 }), /"signature" that is no base64url/],
    ['a long signature', entry({}, { signature: 'A'.repeat(4_097) }), /base64url of 1 to 4096 characters/],
    ['T8: no alg', entry({ alg: undefined }), /made with no algorithm, which is not allowed/],
    ['T8: none', entry({ alg: 'none' }), /made with "none", which is not allowed/],
    ['T8: HS256', entry({ alg: 'HS256' }), /allowed: ES256, ES384, EdDSA, RS256, PS256 are/],
    ['T8: a list for alg', entry({ alg: ['ES256'] }), /which is not allowed/],
    ['T8: alg unprotected', entry({ alg: undefined }, { header: { alg: 'ES256' } }), /is not allowed/],
    ['T8: no kid', entry({ kid: undefined }), /names no key: "kid" must be a string of 1 to 256 characters/],
    ['T8: an empty kid', entry({ kid: '' }), /names no key/],
    ['T8: a number for kid', entry({ kid: 1 }), /names no key/],
    ['T8: a long kid', entry({ kid: 'k'.repeat(257) }), /names no key/],
    ['T8: kid unprotected', entry({ kid: undefined }, { header: { kid: 'k1' } }), /names no key/],
    ['T8: crit', entry({ crit: ['b64'], b64: true }), /has a "crit", which demands what cards do not know/],
    ['T8: crit unprotected', entry({}, { header: { crit: [] } }), /has a "crit"/],
    [
      'T8: a member in both headers',
      entry({ x: 1 }, { header: { x: 1 } }),
      /has "x" in "protected" and in "header"/,
    ],
    ['a list for the other header', entry({}, { header: [] }), /"header" that is no JSON object/],
    ['a jku that is no string', entry({ jku: {} }), /"jku" that is no string/],
  ])('A-16: refuses %s', (_, made, reason) => {
    expect(() => readSignatureEntry(made)).toThrow(reason);
  });

  it('tells the key of a signature that it refuses, if it can', () => {
    expect(() => readSignatureEntry(entry({ alg: 'none' }))).toThrow(
      expect.objectContaining({ kid: 'k1' }) as Error,
    );
    expect(() => readSignatureEntry(entry({ alg: 'none', kid: 1 }))).toThrow(
      expect.objectContaining({ kid: undefined }) as Error,
    );
  });
});
