import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SignatureKey } from '../../../options/security/signature-options.js';
import { signatureKeyFaults } from './signature-key-faults.js';

const MAC: SignatureKey = { keyId: 'a', subject: 'x', algorithm: 'hmac-sha256', secret: 'A'.repeat(43) };
const ed = generateKeyPairSync('ed25519');
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const otherCurve = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const pem = (key: typeof ed.publicKey) => key.export({ type: 'spki', format: 'pem' }).toString();
const withPublic = (publicKey: object | string, algorithm: 'ed25519' | 'ecdsa-p256-sha256' = 'ed25519') =>
  ({ keyId: 'a', subject: 'x', algorithm, publicKey }) as SignatureKey;

describe('signatureKeyFaults', () => {
  it('finds none in keys that can be used', () => {
    const keys = [
      MAC,
      { ...MAC, keyId: 'b', secret: new Uint8Array(32) },
      { ...withPublic(pem(ed.publicKey)), keyId: 'c' },
      { ...withPublic(ec.publicKey.export({ format: 'jwk' }), 'ecdsa-p256-sha256'), keyId: 'd' },
    ];
    expect(signatureKeyFaults(keys)).toEqual([]);
  });

  it.each<[string, readonly SignatureKey[]]>([
    ['keys: there are none', []],
    ['a keyId is there twice', [MAC, MAC]],
    ['keys[1]: keyId must be', [MAC, { ...MAC, keyId: '' }]],
    ['keyId must be', [{ ...MAC, keyId: 'sch\u00f6n' }]],
    ['keyId must be', [{ ...MAC, keyId: 'a'.repeat(257) }]],
    ['subject is empty', [{ ...MAC, subject: '' }]],
    ['algorithm must be one of', [{ ...MAC, algorithm: 'none' } as unknown as SignatureKey]],
    ['at least 32 bytes', [{ ...MAC, secret: 'A'.repeat(41) }]],
    ['at least 32 bytes', [{ ...MAC, secret: new Uint8Array(31) }]],
    ['in base64url', [{ ...MAC, secret: `${'A'.repeat(60)}+/` }]],
    ['can not be read', [withPublic('-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----')]],
    ['can not be read', [withPublic({ kty: 'OKP' })]],
    ['is a private key', [withPublic(ed.privateKey.export({ format: 'jwk' }))]],
    ['is a private key', [withPublic(ed.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())]],
    ['is a private key', [withPublic({ kty: 'oct', k: 'AAAA' })]],
    ['is no key for ed25519', [withPublic(pem(ec.publicKey))]],
    ['is no key for ecdsa-p256-sha256', [withPublic(pem(ed.publicKey), 'ecdsa-p256-sha256')]],
    ['is no key for ecdsa-p256-sha256', [withPublic(pem(otherCurve.publicKey), 'ecdsa-p256-sha256')]],
  ])('says what to do: %s', (message, keys) => {
    const faults = signatureKeyFaults(keys);
    expect(faults.join('\n')).toContain(message);
    expect(faults).toHaveLength(1);
    expect(faults.join('\n')).not.toMatch(/AAAA/);
  });
});
