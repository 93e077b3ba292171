import type { KeyObject } from 'node:crypto';

/** A shorter secret than its hash is easier to guess than the hash (RFC 2104, section 3). */
const MIN_SECRET_BYTES = 32;

/** A key for signatures that can not be used; the message says what to do, and tells nothing of the key. */
export class SignatureKeyError extends Error {
  override readonly name = 'SignatureKeyError';
}

/**
 * @param secret as bytes, or in base64url
 * @throws SignatureKeyError
 */
export function secretBytes(secret: Uint8Array | string): Buffer {
  if (typeof secret === 'string' && !/^[\w-]+={0,2}$/.test(secret)) {
    throw new SignatureKeyError('secret must be bytes, or a string in base64url.');
  }
  const bytes = typeof secret === 'string' ? Buffer.from(secret, 'base64url') : Buffer.from(secret);
  if (bytes.byteLength < MIN_SECRET_BYTES) {
    throw new SignatureKeyError(`secret must have at least ${MIN_SECRET_BYTES} bytes. Draw it at random.`);
  }
  return bytes;
}

/**
 * Reads one half of a key.
 *
 * @param name of the option, for the message
 * @throws SignatureKeyError for what can not be read, and for a key that is not for the algorithm
 */
export function readKey(
  name: 'publicKey' | 'privateKey',
  algorithm: 'ed25519' | 'ecdsa-p256-sha256',
  read: () => KeyObject,
): KeyObject {
  let key: KeyObject;
  try {
    key = read();
  } catch {
    const pem = name === 'publicKey' ? 'BEGIN PUBLIC KEY' : 'BEGIN PRIVATE KEY';
    throw new SignatureKeyError(`${name} can not be read. Give PEM (${pem}) or a JWK.`);
  }
  const { asymmetricKeyType, asymmetricKeyDetails } = key;
  const isFit =
    algorithm === 'ed25519'
      ? asymmetricKeyType === 'ed25519'
      : asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1';
  if (!isFit) {
    throw new SignatureKeyError(`${name} is no key for ${algorithm}.`);
  }
  return key;
}
