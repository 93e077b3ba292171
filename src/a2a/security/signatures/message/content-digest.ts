import { createHash, timingSafeEqual } from 'node:crypto';
import { type Dictionary, parseDictionary, serializeDictionary } from 'structured-headers';
import { fieldValue } from './message-components.js';
import { UnfitSignature } from './unfit-signature.js';

/** The digests that are safe against whoever wants another body to have the same (RFC 9530, section 5). */
const HASHES: Readonly<Record<string, string>> = { 'sha-256': 'sha256', 'sha-512': 'sha512' };

/** The names of the digests that count. */
export const DIGEST_ALGORITHMS: readonly string[] = Object.keys(HASHES);

/** The field Content-Digest of a body. */
export function contentDigest(content: Uint8Array): string {
  return serializeDictionary({ 'sha-256': createHash('sha256').update(content).digest() });
}

/**
 * Compares a body with the digests of the field Content-Digest: each that is known must be the body's, and one must be
 * there (RFC 9530, section 2).
 *
 * @param lines of the field
 * @throws UnfitSignature
 */
export function requireDigest(lines: readonly string[], content: Uint8Array): void {
  const digests = [...digestsIn(lines)].filter(([name]) => Object.hasOwn(HASHES, name));
  if (digests.length === 0) {
    throw new UnfitSignature(`Content-Digest has none of ${DIGEST_ALGORITHMS.join(', ')}`);
  }
  for (const [name, [value]] of digests) {
    const expected = createHash(HASHES[name] ?? '')
      .update(content)
      .digest();
    const isIt = value instanceof ArrayBuffer && value.byteLength === expected.byteLength;
    if (!isIt || !timingSafeEqual(new Uint8Array(value), expected)) {
      throw new UnfitSignature(`Content-Digest: the ${name} is not that of the body`);
    }
  }
}

function digestsIn(lines: readonly string[]): Dictionary {
  try {
    return parseDictionary(fieldValue(lines) ?? '');
  } catch {
    throw new UnfitSignature('Content-Digest is no dictionary of structured fields', 'invalid_request');
  }
}
