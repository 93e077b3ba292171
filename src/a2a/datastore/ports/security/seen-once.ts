/** Remembers what may count once only, on every replica: nonces of signed requests, ids of proofs. */
export interface SeenOnce {
  /**
   * Remembers an id. Of several who ask at the same time one is told that it is the first.
   *
   * @param kind what the id is of: ids of different kinds are apart
   * @param ttlMs how long it is remembered at least, in milliseconds
   * @returns whether it has not been seen in this time
   * @throws whatever keeps it from being remembered: then nobody knows, and the request must not be let in
   */
  first(kind: string, id: string, ttlMs: number): Promise<boolean>;
}

/** The injection token of the {@link SeenOnce}. */
export const SEEN_ONCE = Symbol('nest-a2a:SeenOnce');
