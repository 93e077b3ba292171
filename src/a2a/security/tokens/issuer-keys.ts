import { Logger } from '@nestjs/common';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { discoverJwksUri, type FetchJson } from './issuer-metadata.js';

/** Keys are fetched anew when they are older than this: so long a withdrawn key may still count. */
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

/** Where the keys are, and how they are had. */
export interface IssuerKeysOptions {
  readonly issuer: string;
  /** Unset: the issuer's metadata say it. */
  readonly jwksUri?: string;
  readonly fetchJson: FetchJson;
  /** The time in epoch milliseconds. Default the clock. */
  readonly now?: () => number;
}

interface KeySet {
  readonly fetchedAt: number;
  readonly find: JWTVerifyGetKey;
}

/** The key that a token needs, by its header. */
type Key = Awaited<ReturnType<JWTVerifyGetKey>>;

/**
 * The public keys of one issuer: found when the first token comes, kept, and fetched anew when a token names a key that
 * is not known yet.
 */
export class IssuerKeys {
  private readonly logger = new Logger(IssuerKeys.name);
  private readonly now: () => number;
  private jwksUri?: string;
  private keys?: KeySet;
  private fetching?: Promise<KeySet>;
  private lastFailureAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: IssuerKeysOptions) {
    this.now = options.now ?? Date.now;
    this.jwksUri = options.jwksUri;
  }

  /**
   * The key for a token, as `jwtVerify` asks for it.
   *
   * @throws JWKSNoMatchingKey, JWKSMultipleMatchingKeys when the issuer has none or several that fit
   * @throws KeysUnavailableError when the issuer can not be asked
   */
  async find(...token: Parameters<JWTVerifyGetKey>): Promise<Key> {
    const age = this.keys ? this.now() - this.keys.fetchedAt : Number.POSITIVE_INFINITY;
    const known = this.keys && age < MAX_STALE_MS ? await found(this.keys, token) : undefined;
    if (age < (known ? MAX_AGE_MS : COOL_DOWN_MS)) {
      return known ?? none();
    }
    let newest: KeySet;
    try {
      newest = await this.refresh();
    } catch (error) {
      if (known) {
        return known;
      }
      throw new KeysUnavailableError(`The keys of ${this.options.issuer} can not be fetched`, {
        cause: error,
      });
    }
    return newest.find(...token);
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
    const { issuer, fetchJson } = this.options;
    try {
      this.jwksUri ??= await discoverJwksUri(issuer, fetchJson);
      const keys = await fetchJson(this.jwksUri);
      this.keys = { fetchedAt: this.now(), find: createLocalJWKSet(keys as JSONWebKeySet) };
      return this.keys;
    } catch (error) {
      this.lastFailureAt = this.now();
      this.jwksUri = this.options.jwksUri;
      this.logger.warn(`The keys of ${issuer} can not be fetched: ${reasonOf(error)}`);
      throw error;
    }
  }
}

/** @returns undefined when the set has no key that fits; the newest may */
async function found({ find }: KeySet, token: Parameters<JWTVerifyGetKey>): Promise<Key | undefined> {
  try {
    return await find(...token);
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) {
      return undefined;
    }
    throw error;
  }
}

function none(): never {
  throw new errors.JWKSNoMatchingKey();
}

function reasonOf(error: unknown): string {
  return error instanceof AggregateError ? error.errors.map(String).join('; ') : String(error);
}
