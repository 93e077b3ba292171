import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from '../../../options/card-keys.js';

/** Bytes of a raw `r || s`; DER, which most other interfaces return, has another length. */
export const ECDSA_SIGNATURE_BYTES: Partial<Record<SignatureAlgorithm, number>> = { ES256: 64, ES384: 96 };

/**
 * @returns the algorithm of that name; `Ed25519`, the newer name (RFC 9864), is `EdDSA` here, which readers of
 *   cards know. undefined when it is not allowed
 */
export function signatureAlgorithm(name: unknown): SignatureAlgorithm | undefined {
  return name === 'Ed25519' ? 'EdDSA' : SIGNATURE_ALGORITHMS.find((known) => known === name);
}
