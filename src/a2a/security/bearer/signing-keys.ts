import { Logger } from '@nestjs/common';
import jwksRsa from 'jwks-rsa';
import { fetchJson } from '../../net/fetch-json.js';
import { discoverJwksUri } from './issuer-metadata.js';

/** Keys are fetched anew when they are older than this. */
const MAX_AGE_MS = 10 * 60_000;

/** While the issuer can not be reached, the known keys serve this long. */
const MAX_STALE_MS = 60 * 60_000;

/** Between two fetches at least; tokens with made-up key ids must not make us hammer the issuer. */
const COOL_DOWN_MS = 30_000;

/** After a failed fetch the next may come sooner. */
const RETRY_MS = 1_000;

/** The keys of the issuer can not be had, so that no token can be judged. */
export class KeysUnavailableError extends Error {
  override readonly name = 'KeysUnavailableError';
}

interface KeySet {
  readonly fetchedAt: number;
  /** PEM by key id; a key without one has the id `''`. */
  readonly byId: ReadonlyMap<string, string>;
}

/**
 * The public keys of one issuer: found when the first token comes, kept, and fetched anew when a token names
 * a key that is not known yet.
 */
export class SigningKeys {
  private readonly logger = new Logger(SigningKeys.name);
  private jwksUri?: string;
  private keys?: KeySet;
  private fetching?: Promise<KeySet>;
  private lastFailureAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly issuer: string,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * @param keyId the `kid` of a token's header
   * @returns the key in PEM, or undefined when the issuer has no such key
   * @throws KeysUnavailableError when the issuer can not be asked
   */
  async find(keyId: string | undefined): Promise<string | undefined> {
    const age = this.keys ? this.now() - this.keys.fetchedAt : Number.POSITIVE_INFINITY;
    const known = this.keys && age < MAX_STALE_MS ? pick(this.keys, keyId) : undefined;
    if (age < (known ? MAX_AGE_MS : COOL_DOWN_MS)) {
      return known;
    }
    try {
      return pick(await this.refresh(), keyId);
    } catch (error) {
      if (known) {
        return known;
      }
      throw new KeysUnavailableError(`The keys of ${this.issuer} can not be fetched`, { cause: error });
    }
  }

  /** The newest keys. Concurrent calls share one fetch. */
  private async refresh(): Promise<KeySet> {
    if (this.now() - this.lastFailureAt < RETRY_MS) {
      throw new Error('The last attempt has just failed');
    }
    this.fetching ??= this.fetch().finally(() => {
      this.fetching = undefined;
    });
    return this.fetching;
  }

  private async fetch(): Promise<KeySet> {
    try {
      this.jwksUri ??= await discoverJwksUri(this.issuer);
      const client = jwksRsa({ jwksUri: this.jwksUri, fetcher: fetchKeySet });
      const signingKeys = await client.getSigningKeys();
      const byId = new Map(signingKeys.map((key) => [key.kid ?? '', key.getPublicKey()]));
      this.keys = { fetchedAt: this.now(), byId };
      return this.keys;
    } catch (error) {
      this.lastFailureAt = this.now();
      this.jwksUri = undefined;
      this.logger.warn(`The keys of ${this.issuer} can not be fetched: ${reasonOf(error)}`);
      throw error;
    }
  }
}

/** A token without a key id is only unambiguous while the issuer has one key. */
function pick({ byId }: KeySet, keyId: string | undefined): string | undefined {
  if (keyId !== undefined) {
    return byId.get(keyId);
  }
  return byId.size === 1 ? [...byId.values()][0] : undefined;
}

function reasonOf(error: unknown): string {
  return error instanceof AggregateError ? error.errors.map(String).join('; ') : String(error);
}

async function fetchKeySet(uri: string): Promise<{ keys: object[] }> {
  return (await fetchJson(uri)) as { keys: object[] };
}
