/** An API key, which is known by its hash only. */
export interface ApiKey {
  /** SHA-256 of the key, in hex. */
  readonly sha256: string;
  /** Names the principal; the same for a key and its successor. */
  readonly subject: string;
  /** The tenant that the holder is bound to; unset: none. */
  readonly tenant?: string;
  /** Epoch milliseconds from which on it counts no longer; unset: it has no end. */
  readonly expiresAt?: number;
}

/** The keys of an agent that has few of them. */
export type ApiKeyList = readonly ApiKey[];

/** Where API keys are looked up that are not part of the configuration. */
export interface ApiKeyProvider {
  /**
   * @param sha256 of the key that a caller sent, in hex
   * @returns undefined for a key that nobody holds
   * @throws whatever keeps it from being looked up: the caller is answered 503 then
   */
  find(sha256: string): Promise<ApiKey | undefined>;
}

/** Whether the keys are listed, not looked up. */
export function isKeyList(keys: ApiKeyList | ApiKeyProvider): keys is ApiKeyList {
  return Array.isArray(keys);
}
