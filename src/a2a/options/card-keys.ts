import type { JWK } from 'jose';

/** The algorithms that cards are signed with: asymmetric, and each at home in the common libraries. */
export const SIGNATURE_ALGORITHMS = ['ES256', 'ES384', 'EdDSA', 'RS256', 'PS256'] as const;

/** An algorithm that a card may be signed with, by its JOSE name (RFC 7518, RFC 8037). */
export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number];

/** A public key that others verify cards with. */
export interface PublicCardKey {
  /** What `kid` in a signature's header says. */
  readonly kid: string;
  readonly alg: SignatureAlgorithm;
  /** The members of the key (RFC 7517); `kid`, `alg` and `use` are set when it is published. */
  readonly publicJwk: JWK;
}

/** A key that signs cards, wherever its private half is kept. */
export interface SigningKey extends PublicCardKey {
  /**
   * @param signingInput header and payload as RFC 7515 joins them, not hashed yet
   * @returns the signature as RFC 7518 has it: for ECDSA the raw `r || s`, not DER
   */
  sign(signingInput: Uint8Array): Promise<Uint8Array>;
}

/** The keys of an agent's card. */
export interface CardKeys {
  /** Each signs, in this order. */
  readonly signing: readonly SigningKey[];
  /** These verify only: the next key, and retired ones while cards signed with them are in caches. */
  readonly published: readonly PublicCardKey[];
}

/** Where the keys of the card come from: files, or a service that never hands out its private keys. */
export interface CardKeyProvider {
  keys(): Promise<CardKeys>;
}
