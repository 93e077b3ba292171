import { webcrypto } from 'node:crypto';
import { importJWK, type JWK } from 'jose';
import type { SigningKey } from './card-key.js';
import { type KeyDescription, UnusableKeyError } from './public-jwk.js';
import type { SignatureAlgorithm } from './signature-algorithms.js';

/** How Web Cryptography is told; hash and curve are the imported key's. Its ECDSA makes raw `r || s`. */
const PARAMETERS: Readonly<
  Record<SignatureAlgorithm, webcrypto.Algorithm | webcrypto.EcdsaParams | webcrypto.RsaPssParams>
> = {
  ES256: { name: 'ECDSA', hash: 'SHA-256' },
  ES384: { name: 'ECDSA', hash: 'SHA-384' },
  EdDSA: { name: 'Ed25519' },
  RS256: { name: 'RSASSA-PKCS1-v1_5' },
  PS256: { name: 'RSA-PSS', saltLength: 32 },
};

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
  const { key_ops: _, ...members } = jwk;
  const key = await importJWK({ ...members, alg, ext: false }, alg).catch(() => undefined);
  if (key === undefined || key instanceof Uint8Array) {
    throw new UnusableKeyError('its private members make no key: generate it anew, or copy all of them');
  }
  return {
    kid,
    alg,
    publicJwk,
    sign: async (signingInput) =>
      new Uint8Array(await webcrypto.subtle.sign(PARAMETERS[alg], key, signingInput)),
  };
}
