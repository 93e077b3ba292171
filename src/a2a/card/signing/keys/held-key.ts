import { webcrypto } from 'node:crypto';
import { p256, p384 } from '@noble/curves/nist.js';
import { importJWK, type JWK } from 'jose';
import type { SignatureAlgorithm, SigningKey } from '../../../options/card-keys.js';
import { type KeyDescription, UnusableKeyError } from './public-jwk.js';

/** How Web Cryptography is told; the hash is the imported key's. */
const PARAMETERS: Readonly<
  Record<Exclude<SignatureAlgorithm, keyof typeof CURVES>, webcrypto.Algorithm | webcrypto.RsaPssParams>
> = {
  EdDSA: { name: 'Ed25519' },
  RS256: { name: 'RSASSA-PKCS1-v1_5' },
  PS256: { name: 'RSA-PSS', saltLength: 32 },
};

/**
 * For ECDSA, deterministic (RFC 6979), which Web Cryptography is not: all processes of an agent, and each after a
 * restart, serve the same bytes, so that callers who have the card are told so by any of them.
 */
const CURVES = { ES256: p256, ES384: p384 } as const;

/**
 * Makes a signing key of a private one that this process holds.
 *
 * @param jwk a private JWK
 * @param description what `describeKey` says of it
 * @throws UnusableKeyError when its private members make no key
 */
export async function heldKey(jwk: JWK, description: KeyDescription): Promise<SigningKey> {
  const { kid, publicJwk } = description;
  const [alg] = description.algorithms;
  const { key_ops: operations, ...members } = jwk;
  if (operations?.includes('sign') === false) {
    throw new UnusableKeyError('its "key_ops" do not name "sign": it is for something else');
  }
  const key = await importJWK({ ...members, alg, ext: false }, alg).catch(() => undefined);
  if (key === undefined || key instanceof Uint8Array) {
    throw new UnusableKeyError('its private members make no key: generate it anew, or copy all of them');
  }
  return { kid, alg, publicJwk, sign: signWith(alg, key, Buffer.from(jwk.d ?? '', 'base64url')) };
}

/** @param scalar the private key itself, where it is one of a curve */
function signWith(alg: SignatureAlgorithm, key: webcrypto.CryptoKey, scalar: Uint8Array): SigningKey['sign'] {
  if (alg === 'ES256' || alg === 'ES384') {
    return async (signingInput) => CURVES[alg].sign(signingInput, scalar, { lowS: false });
  }
  return async (signingInput) =>
    new Uint8Array(await webcrypto.subtle.sign(PARAMETERS[alg], key, signingInput));
}
