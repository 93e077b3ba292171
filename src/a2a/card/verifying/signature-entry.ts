import { MAX_KID_LENGTH } from '../signing/keys/public-jwk.js';
import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from '../../options/card-keys.js';
import { signatureAlgorithm } from '../signing/keys/signature-algorithms.js';

/** Room for the longest kid and URL, and for RSA with 16,384 bits. */
const MAX_PROTECTED_LENGTH = 8_192;
const MAX_SIGNATURE_LENGTH = 4_096;

/** A signature that can not be right, whoever made it. Its message is to be read after "the signature". */
export class SignatureEntryError extends Error {
  override readonly name = 'SignatureEntryError';

  constructor(
    reason: string,
    /** Which key it names, if that much can be told. */
    readonly kid?: string,
  ) {
    super(reason);
  }
}

/** A signature of a card, as it stands there and as its protected header says. */
export interface SignatureEntry {
  readonly protected: string;
  readonly signature: string;
  readonly kid: string;
  readonly alg: SignatureAlgorithm;
  /** The name of the algorithm as it stands in the header. */
  readonly algName: string;
  readonly jku?: string;
}

/**
 * Reads a signature of a card (section 8.4.2). Only what is in its protected header counts. `typ` is not asked
 * for: the specification recommends it only.
 *
 * @param entry an element of `signatures`
 * @throws SignatureEntryError when it is not made as it must be
 */
export function readSignatureEntry(entry: unknown): SignatureEntry {
  const fields = asObject(entry) ?? {};
  const encoded = base64url(fields.protected, 'protected', MAX_PROTECTED_LENGTH);
  const header = decode(encoded);
  const kid = typeof header.kid === 'string' && header.kid.length <= MAX_KID_LENGTH ? header.kid : undefined;
  refuseUnprotected(header, fields.header, kid);
  const { alg: algName, jku } = header;
  const alg = signatureAlgorithm(algName);
  if (alg === undefined || typeof algName !== 'string') {
    throw new SignatureEntryError(
      `is made with ${shown(algName)}, which is not allowed: ${SIGNATURE_ALGORITHMS.join(', ')} are`,
      kid,
    );
  }
  if (kid === undefined || kid === '') {
    throw new SignatureEntryError(
      `names no key: "kid" must be a string of 1 to ${MAX_KID_LENGTH} characters`,
    );
  }
  if (jku !== undefined && typeof jku !== 'string') {
    throw new SignatureEntryError('has a "jku" that is no string', kid);
  }
  const signature = base64url(fields.signature, 'signature', MAX_SIGNATURE_LENGTH, kid);
  return { protected: encoded, signature, kid, alg, algName, ...(jku !== undefined && { jku }) };
}

function base64url(value: unknown, name: string, maxLength: number, kid?: string): string {
  if (typeof value !== 'string' || value.length > maxLength || !/^[\w-]+$/.test(value)) {
    throw new SignatureEntryError(
      `has a "${name}" that is no base64url of 1 to ${maxLength} characters`,
      kid,
    );
  }
  return value;
}

function decode(encoded: string): Record<string, unknown> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64url'));
    const header = asObject(JSON.parse(text));
    if (header !== undefined) {
      return header;
    }
  } catch {
    // Said below.
  }
  throw new SignatureEntryError('has a "protected" that holds no JSON object');
}

/** What is not signed must not say what is signed, or demand anything (RFC 7515, sections 4 and 4.1.11). */
function refuseUnprotected(header: Record<string, unknown>, unprotected: unknown, kid?: string): void {
  const other = unprotected === undefined || unprotected === null ? {} : asObject(unprotected);
  if (other === undefined) {
    throw new SignatureEntryError('has a "header" that is no JSON object', kid);
  }
  const twice = Object.keys(header).find((name) => Object.hasOwn(other, name));
  if (twice !== undefined) {
    throw new SignatureEntryError(`has ${shown(twice)} in "protected" and in "header"`, kid);
  }
  if (Object.hasOwn(header, 'crit') || Object.hasOwn(other, 'crit')) {
    throw new SignatureEntryError('has a "crit", which demands what cards do not know', kid);
  }
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** So that a hostile card writes no lines of its own into a log. */
function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : 'no algorithm';
}
