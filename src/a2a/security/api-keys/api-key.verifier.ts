import { createHash, timingSafeEqual } from 'node:crypto';
import {
  type ApiKey,
  type ApiKeyList,
  type ApiKeyProvider,
  isKeyList,
} from '../../options/security/api-key-options.js';
import type { ApiKeySchemeOptions } from '../../options/security/scheme-options.js';
import type { RequestFacts } from '../authentication/request-facts.js';
import { ABSENT, proven, refused, type Verdict, type Verifier } from '../authentication/verifier.js';
import { isFromElsewhere, keysIn } from './api-key-place.js';

/** Who vouches for the holders of API keys: the agent itself, for each scheme apart. */
const ISSUER = 'api-key:';

/** Judges API keys (section 4.5.2), which are known by their hashes only. */
export class ApiKeyVerifier implements Verifier {
  readonly place: string;
  private readonly provider: ApiKeyProvider;

  constructor(
    private readonly scheme: string,
    private readonly options: Pick<ApiKeySchemeOptions, 'location' | 'name' | 'keys'>,
    private readonly now: () => number = Date.now,
  ) {
    this.place = `${options.location} ${options.name.toLowerCase()}`;
    this.provider = isKeyList(options.keys) ? new ListedKeys(options.keys) : options.keys;
  }

  async verify(facts: RequestFacts): Promise<Verdict> {
    const [sent, ...others] = keysIn(facts, this.options);
    if (sent === undefined) {
      return ABSENT;
    }
    if (others.length > 0) {
      return refused('invalid_request', 'more than one API key');
    }
    if (this.options.location === 'cookie' && isFromElsewhere(facts)) {
      return refused('invalid_request', 'a cookie that the page of another origin has sent along');
    }
    try {
      const key = await this.holderOf(sent);
      if (!key) {
        return refused('invalid_token', 'an API key that nobody holds, or that has expired');
      }
      const { subject, tenant = '' } = key;
      const issuer = `${ISSUER}${this.scheme}`;
      return proven({ issuer, subject, client: '', tenant, scopes: [] });
    } catch (error) {
      return { outcome: 'unavailable', cause: error };
    }
  }

  private async holderOf(sent: string): Promise<ApiKey | undefined> {
    const digest = createHash('sha256').update(sent).digest();
    const key = await this.provider.find(digest.toString('hex'));
    const isIt = key !== undefined && timingSafeEqual(digest, digestOf(key));
    return isIt && this.now() < (key.expiresAt ?? Number.POSITIVE_INFINITY) ? key : undefined;
  }
}

/** The keys of the configuration. */
class ListedKeys implements ApiKeyProvider {
  private readonly byHash: ReadonlyMap<string, ApiKey>;

  constructor(keys: ApiKeyList) {
    this.byHash = new Map(keys.map((key) => [key.sha256.toLowerCase(), key]));
  }

  // What is looked up by is a hash: how long it takes tells nothing of a key.
  find(sha256: string): Promise<ApiKey | undefined> {
    return Promise.resolve(this.byHash.get(sha256));
  }
}

/** Of the length of a hash, whatever a provider has stored. */
function digestOf({ sha256 }: ApiKey): Buffer {
  return Buffer.concat([Buffer.from(sha256, 'hex'), Buffer.alloc(32)], 32);
}
