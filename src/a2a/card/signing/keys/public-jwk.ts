import type { webcrypto } from 'node:crypto';
import { calculateJwkThumbprint, type CryptoKey, importJWK, type JWK } from 'jose';
import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from '../../../options/card-keys.js';
import { signatureAlgorithm } from './signature-algorithms.js';

const MIN_RSA_BITS = 2_048;
const MIN_RSA_EXPONENT = 65_537n;

/** What is longer was not meant as an id, and would be in every signature's header. */
export const MAX_KID_LENGTH = 256;

/** The members of a public key (RFC 7518, section 6; RFC 8037): all that may ever be shown. */
const PUBLIC_MEMBERS = ['kty', 'crv', 'x', 'y', 'n', 'e'] as const;

/** What each kind of key can do; the first is taken unless the key says which. */
const ALGORITHMS: Readonly<Record<string, readonly SignatureAlgorithm[]>> = {
  'EC P-256': ['ES256'],
  'EC P-384': ['ES384'],
  'OKP Ed25519': ['EdDSA'],
  RSA: ['RS256', 'PS256'],
};

/** A key that cards can not be signed or verified with. Its message shows nothing of the key but its kind. */
export class UnusableKeyError extends Error {
  override readonly name = 'UnusableKeyError';
}

/** What a JWK says of itself, checked. */
export interface KeyDescription {
  readonly kid: string;
  /** What the key may be used for: one algorithm when it names it, else all that its kind can do. */
  readonly algorithms: readonly [SignatureAlgorithm, ...SignatureAlgorithm[]];
  readonly isPrivate: boolean;
  /** Its public members and nothing else. */
  readonly publicJwk: JWK;
}

/**
 * @param jwk a JWK (RFC 7517), private or public
 * @returns what it says; its `kid` is its thumbprint (RFC 7638) unless it names one
 * @throws UnusableKeyError when cards can not be signed or verified with it
 */
export async function describeKey(jwk: unknown): Promise<KeyDescription> {
  if (typeof jwk !== 'object' || jwk === null || Array.isArray(jwk)) {
    throw new UnusableKeyError('it is no JWK, which is a JSON object with a member `kty`');
  }
  const members = jwk as Record<string, unknown>;
  const algorithms = algorithmsOf(members);
  refuseOtherUse(members);
  const publicJwk = publicMembers(members);
  for (const alg of algorithms) {
    await importPublicKey(publicJwk, alg);
  }
  return { kid: await kidOf(members, publicJwk), algorithms, isPrivate: 'd' in members, publicJwk };
}

/** @returns the public members of a key and nothing else */
export function publicMembers(jwk: object): JWK {
  const found = PUBLIC_MEMBERS.flatMap((name) => {
    const value = (jwk as Record<string, unknown>)[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return Object.fromEntries(found) as JWK;
}

/** @throws UnusableKeyError when the members make no key, or one that is too weak */
export async function importPublicKey(publicJwk: JWK, alg: SignatureAlgorithm): Promise<CryptoKey> {
  const key = await importJWK(publicJwk, alg).catch(() => undefined);
  if (key === undefined || key instanceof Uint8Array) {
    throw new UnusableKeyError('its members make no key: generate it anew, or copy all of them');
  }
  const { modulusLength: bits, publicExponent } = key.algorithm as Partial<webcrypto.RsaKeyAlgorithm>;
  if (bits !== undefined && bits < MIN_RSA_BITS) {
    throw new UnusableKeyError(`it has ${bits} bits; an RSA key needs ${MIN_RSA_BITS} at least`);
  }
  // With an exponent of 1 everybody can sign (FIPS 186-5, section 5.1: from 65537 on).
  if (publicExponent && BigInt(`0x${Buffer.from(publicExponent).toString('hex')}`) < MIN_RSA_EXPONENT) {
    throw new UnusableKeyError(`its exponent is too small; an RSA key needs ${MIN_RSA_EXPONENT} at least`);
  }
  return key;
}

function algorithmsOf({ kty, crv, alg }: Record<string, unknown>): KeyDescription['algorithms'] {
  const kind = kty === 'RSA' ? 'RSA' : `${shown(kty)} ${shown(crv)}`;
  const [first, ...others] = Object.hasOwn(ALGORITHMS, kind) ? (ALGORITHMS[kind] ?? []) : [];
  if (first === undefined) {
    throw new UnusableKeyError(
      `it is of the kind "${kind.trim()}"; use ${Object.keys(ALGORITHMS).join(', ')}`,
    );
  }
  if (alg === undefined) {
    return [first, ...others];
  }
  const named = [first, ...others].find((one) => one === signatureAlgorithm(alg));
  if (named === undefined) {
    throw new UnusableKeyError(
      `its "alg" does not fit: of ${SIGNATURE_ALGORITHMS.join(', ')} a key of the kind ${kind} can do ${[first, ...others].join(' or ')}`,
    );
  }
  return [named];
}

/** Short words only: whatever else stands there may be the key itself. */
function shown(value: unknown): string {
  return typeof value === 'string' && /^[\w-]{0,16}$/.test(value) ? value : '';
}

function refuseOtherUse({ use, key_ops: operations }: Record<string, unknown>): void {
  if (use !== undefined && use !== 'sig') {
    throw new UnusableKeyError('its "use" is not "sig": it is for something else');
  }
  if (Array.isArray(operations) && !operations.some((one) => one === 'sign' || one === 'verify')) {
    throw new UnusableKeyError('its "key_ops" name neither "sign" nor "verify": it is for something else');
  }
}

async function kidOf({ kid }: Record<string, unknown>, publicJwk: JWK): Promise<string> {
  if (kid === undefined) {
    return calculateJwkThumbprint(publicJwk);
  }
  if (typeof kid !== 'string' || kid === '' || kid.length > MAX_KID_LENGTH) {
    throw new UnusableKeyError(`its "kid" must be a string of 1 to ${MAX_KID_LENGTH} characters`);
  }
  return kid;
}
