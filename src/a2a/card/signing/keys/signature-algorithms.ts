/** The algorithms that cards are signed with: asymmetric, and each at home in the common libraries. */
export const SIGNATURE_ALGORITHMS = ['ES256', 'ES384', 'EdDSA', 'RS256', 'PS256'] as const;

/** An algorithm that a card may be signed with, by its JOSE name (RFC 7518, RFC 8037). */
export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number];

/** Bytes of a raw `r || s`; DER, which most other interfaces return, has another length. */
export const ECDSA_SIGNATURE_BYTES: Partial<Record<SignatureAlgorithm, number>> = { ES256: 64, ES384: 96 };

/**
 * @returns the algorithm of that name; `Ed25519`, the newer name (RFC 9864), is `EdDSA` here, which readers of
 *   cards know. undefined when it is not allowed
 */
export function signatureAlgorithm(name: unknown): SignatureAlgorithm | undefined {
  return name === 'Ed25519' ? 'EdDSA' : SIGNATURE_ALGORITHMS.find((known) => known === name);
}
