import { readKeyFile } from '../../signing/keys/key-file.js';
import { readKeySet, type TrustedKey } from './trusted-key.js';

/**
 * The keys whose signatures count, chosen by whoever runs this agent: the root of all trust in cards.
 *
 * A key may say for how long it counts: `nbf` and `exp`, in seconds since 1970, and `revoked`, as the register of
 * JWK parameters has them for the keys of OpenID Federation. Outside that time it is as if it were not there.
 * Keys of several publishers may have the same `kid`; each of them is tried.
 */
export class TrustStore {
  private readonly keys = new Map<string, TrustedKey[]>();
  private readonly revoked = new Set<string>();
  private readonly left: string[] = [];

  private constructor() {}

  /**
   * @param sets JWKS; their private members, if there are any, are not looked at
   * @throws TypeError when one is no JWKS, or holds keys of which none can verify cards
   */
  static async fromJwks(...sets: readonly unknown[]): Promise<TrustStore> {
    const store = new TrustStore();
    for (const [index, set] of sets.entries()) {
      await store.add(set, `JWKS ${index + 1}`);
    }
    return store;
  }

  /**
   * @param paths files with a JWKS, a JWK or a PEM each
   * @throws KeyFileError when one can not be read
   * @throws TypeError when one holds no key that can verify cards
   */
  static async fromFiles(paths: readonly string[]): Promise<TrustStore> {
    const store = new TrustStore();
    for (const path of paths) {
      const filed = await readKeyFile(path, (line) => store.left.push(line));
      await store.add({ keys: filed.map(({ jwk }) => jwk) }, path);
    }
    return store;
  }

  /** Why keys were left out, one line each, for the log. */
  get notes(): readonly string[] {
    return this.left;
  }

  /** From now on no key of this name counts, wherever it comes from. */
  revoke(kid: string): void {
    this.revoked.add(kid);
  }

  isRevoked(kid: string): boolean {
    return this.revoked.has(kid);
  }

  /** @returns the keys of this name, also those that do not count at this time */
  find(kid: string): readonly TrustedKey[] {
    return this.keys.get(kid) ?? [];
  }

  private async add(jwks: unknown, source: string): Promise<void> {
    const { keys, skipped } = await readKeySet(jwks, source);
    this.left.push(...skipped);
    for (const key of keys) {
      this.keys.set(key.kid, [...this.find(key.kid), key]);
    }
  }
}
