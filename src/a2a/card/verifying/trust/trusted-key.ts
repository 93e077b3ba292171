import type { CryptoKey } from 'jose';
import { describeKey, importPublicKey, UnusableKeyError } from '../../signing/keys/public-jwk.js';
import type { SignatureAlgorithm } from '../../../options/card-keys.js';

/** A publisher has a few; reading each costs time. */
const MAX_KEYS = 100;

/** A key that may vouch for cards. */
export interface TrustedKey {
  readonly kid: string;
  /** By the algorithm it is used with; a key is good for no others. */
  readonly byAlgorithm: ReadonlyMap<SignatureAlgorithm, CryptoKey>;
  /** @returns why it does not count at this time, to be read after its name; undefined when it does */
  objection(nowMs: number): string | undefined;
}

/** The keys of a set, and why others of it were left out. */
export interface KeySet {
  readonly keys: readonly TrustedKey[];
  readonly skipped: readonly string[];
}

/**
 * Reads the keys of a JWKS that can verify cards. Others, such as those for encryption, are skipped.
 *
 * @param source where it comes from, for messages
 * @throws TypeError when it is no JWKS, holds more than 100 keys, or keys of which none can verify cards
 */
export async function readKeySet(jwks: unknown, source: string): Promise<KeySet> {
  const keys = (jwks as { readonly keys?: unknown } | null | undefined)?.keys;
  if (!Array.isArray(keys) || keys.length > MAX_KEYS) {
    throw new TypeError(
      `${source} is no JWKS: it must be a JSON object with a list "keys" of ${MAX_KEYS} at most`,
    );
  }
  const read: TrustedKey[] = [];
  const skipped: string[] = [];
  for (const [index, jwk] of keys.entries()) {
    try {
      read.push(await trustedKey(jwk));
    } catch (error) {
      if (!(error instanceof UnusableKeyError)) {
        throw error;
      }
      skipped.push(`${source}, key ${index + 1} is skipped: ${error.message}`);
    }
  }
  if (read.length === 0 && skipped.length > 0) {
    throw new TypeError(`${source} holds no key that verifies cards: ${skipped.join('; ')}`);
  }
  return { keys: read, skipped };
}

/** @throws UnusableKeyError */
async function trustedKey(jwk: unknown): Promise<TrustedKey> {
  const { kid, algorithms, publicJwk } = await describeKey(jwk);
  const imported = await Promise.all(
    algorithms.map(async (alg) => [alg, await importPublicKey(publicJwk, alg)] as const),
  );
  const { nbf, exp, revoked } = jwk as { nbf?: unknown; exp?: unknown; revoked?: unknown };
  const notBeforeMs = milliseconds(nbf, 'nbf') ?? Number.NEGATIVE_INFINITY;
  const expiresMs = milliseconds(exp, 'exp') ?? Number.POSITIVE_INFINITY;
  return {
    kid,
    byAlgorithm: new Map(imported),
    objection: (nowMs) => {
      if (revoked !== undefined) {
        return 'is revoked';
      }
      if (nowMs < notBeforeMs) {
        return 'is not valid yet';
      }
      return nowMs < expiresMs ? undefined : 'has expired';
    },
  };
}

function milliseconds(seconds: unknown, name: string): number | undefined {
  if (seconds !== undefined && typeof seconds !== 'number') {
    throw new UnusableKeyError(`its "${name}" is no number of seconds since 1970`);
  }
  return seconds === undefined ? undefined : seconds * 1_000;
}
