import { createHmac, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto';
import {
  type PublicSignatureKey,
  REQUEST_SIGNATURE_ALGORITHMS,
  type SignatureKey,
} from '../../../options/security/signature-options.js';
import { readKey, secretBytes, SignatureKeyError } from './key-material.js';

/** A key that is ready to verify signatures. */
export interface VerificationKey {
  readonly holder: SignatureKey;
  /** Whether the key has made the signature. Takes equally long for every wrong one, where the key is a secret. */
  hasSigned(base: Buffer, signature: Buffer): boolean;
}

/**
 * @throws SignatureKeyError for a key that can not verify; the message says what to do, and tells nothing of the key
 */
export function verificationKey(holder: SignatureKey): VerificationKey {
  if (!REQUEST_SIGNATURE_ALGORITHMS.includes(holder.algorithm)) {
    throw new SignatureKeyError(`algorithm must be one of ${REQUEST_SIGNATURE_ALGORITHMS.join(', ')}.`);
  }
  if (holder.algorithm === 'hmac-sha256') {
    const secret = secretBytes(holder.secret);
    return {
      holder,
      hasSigned: (base, signature) => {
        const expected = createHmac('sha256', secret).update(base).digest();
        return signature.byteLength === expected.byteLength && timingSafeEqual(signature, expected);
      },
    };
  }
  const key = publicKeyOf(holder);
  const isEdwards = holder.algorithm === 'ed25519';
  return {
    holder,
    // ECDSA signatures are `r || s` here, not DER (RFC 9421, section 3.3.4).
    hasSigned: (base, signature) =>
      isEdwards
        ? verify(null, base, key, signature)
        : verify('sha256', base, { key, dsaEncoding: 'ieee-p1363' }, signature),
  };
}

function publicKeyOf({ algorithm, publicKey }: PublicSignatureKey): KeyObject {
  const isPrivate =
    typeof publicKey === 'string' ? publicKey.includes('PRIVATE KEY') : 'd' in publicKey || 'k' in publicKey;
  if (isPrivate) {
    throw new SignatureKeyError(
      'publicKey is a private key. Leave that with its holder, and give the public half.',
    );
  }
  return readKey('publicKey', algorithm, () =>
    typeof publicKey === 'string'
      ? createPublicKey(publicKey)
      : createPublicKey({ key: { ...publicKey }, format: 'jwk' }),
  );
}
