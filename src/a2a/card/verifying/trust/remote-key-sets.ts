import { readKeySet, type TrustedKey } from './trusted-key.js';

/** A set is fetched anew when it is older than this: so long a withdrawn key may still count. */
const MAX_AGE_MS = 10 * 60_000;

/** Between two fetches at least; cards that name made-up keys must not make us hammer the publisher. */
const COOL_DOWN_MS = 30_000;

/** Which key sets of others may be fetched, and how. */
export interface RemoteKeySetOptions {
  /** URLs with https, exactly as `jku` has them. Whoever serves them decides whom this agent trusts. */
  readonly allow: readonly string[];
  /** Fetches a small JSON document without following redirects. */
  readonly fetchJson: (url: string) => Promise<unknown>;
  /** The time in epoch milliseconds. Default the clock. */
  readonly now?: () => number;
}

interface Fetched {
  readonly atMs: number;
  readonly keys: Promise<readonly TrustedKey[]>;
}

/**
 * The key sets that a signature's `jku` may point to. A URL that is not on the list is never asked: a signer must
 * not choose whom we trust, nor where this process sends requests. What was fetched is kept per URL of the list.
 */
export class RemoteKeySets {
  private readonly fetched = new Map<string, Fetched>();
  private readonly allowed: ReadonlySet<string>;
  private readonly now: () => number;

  /** @throws TypeError when a URL of the list is not one with https */
  constructor(private readonly options: RemoteKeySetOptions) {
    const other = options.allow.find((url) => !URL.canParse(url) || new URL(url).protocol !== 'https:');
    if (other !== undefined) {
      throw new TypeError(
        `${JSON.stringify(other)} is no URL with https: key sets are fetched over https only.`,
      );
    }
    this.allowed = new Set(options.allow);
    this.now = options.now ?? Date.now;
  }

  allows(url: string): boolean {
    return this.allowed.has(url);
  }

  /**
   * @param url one that `allows` lets pass
   * @returns the keys of this name; none when the set has none
   * @throws whatever keeps the set from being fetched and read
   */
  async find(url: string, kid: string): Promise<readonly TrustedKey[]> {
    const last = this.fetched.get(url);
    const ageMs = last === undefined ? Number.POSITIVE_INFINITY : this.now() - last.atMs;
    if (last !== undefined && ageMs < MAX_AGE_MS) {
      const known = await ofName(kid, last.keys, ageMs < COOL_DOWN_MS);
      if (known.length > 0 || ageMs < COOL_DOWN_MS) {
        return known;
      }
    }
    return ofName(kid, this.fetch(url, last), true);
  }

  /** Concurrent calls share one fetch, also one that fails. */
  private fetch(url: string, last: Fetched | undefined): Promise<readonly TrustedKey[]> {
    const newest = this.fetched.get(url);
    if (newest !== undefined && newest !== last) {
      return newest.keys;
    }
    const keys = this.read(url);
    this.fetched.set(url, { atMs: this.now(), keys });
    return keys;
  }

  private async read(url: string): Promise<readonly TrustedKey[]> {
    return (await readKeySet(await this.options.fetchJson(url), url)).keys;
  }
}

/** A fetch that failed a while ago says nothing any more. */
async function ofName(
  kid: string,
  keys: Promise<readonly TrustedKey[]>,
  failureCounts: boolean,
): Promise<readonly TrustedKey[]> {
  const settled = failureCounts ? keys : keys.catch(() => []);
  return (await settled).filter((key) => key.kid === kid);
}
