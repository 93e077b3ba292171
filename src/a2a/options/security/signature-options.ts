import type { JWK } from 'jose';

/** The algorithms that requests may be signed with, by their names of RFC 9421, section 3.3. */
export const REQUEST_SIGNATURE_ALGORITHMS = ['hmac-sha256', 'ed25519', 'ecdsa-p256-sha256'] as const;

interface HeldKey {
  /** What `keyid` in a signature says. */
  readonly keyId: string;
  /** Names the principal; the same for a key and its successor. */
  readonly subject: string;
  /** The tenant that the holder is bound to; unset: none. */
  readonly tenant?: string;
  /** Epoch milliseconds from which on it counts no longer; unset: it has no end. */
  readonly expiresAt?: number;
}

/** A key that the agent and its holder share. */
export interface SharedSignatureKey extends HeldKey {
  readonly algorithm: 'hmac-sha256';
  /** At least 32 bytes; as a string in base64url. */
  readonly secret: Uint8Array | string;
}

/** A key whose private half is known to its holder only. */
export interface PublicSignatureKey extends HeldKey {
  readonly algorithm: 'ed25519' | 'ecdsa-p256-sha256';
  /** The public half: PEM (SubjectPublicKeyInfo), or a JWK. */
  readonly publicKey: string | JWK;
}

/** A key that requests are signed with. */
export type SignatureKey = SharedSignatureKey | PublicSignatureKey;

/** The keys of an agent that has few of them. */
export type SignatureKeyList = readonly SignatureKey[];

/** Where keys are looked up that are not part of the configuration. */
export interface SignatureKeyProvider {
  /**
   * @param keyId as a caller has sent it: at most 256 characters of ASCII
   * @returns undefined for a key that nobody holds
   * @throws whatever keeps it from being looked up: the caller is answered 503 then
   */
  find(keyId: string): Promise<SignatureKey | undefined>;
}

/** Whether the keys are listed, not looked up. */
export function isSignatureKeyList(keys: SignatureKeyList | SignatureKeyProvider): keys is SignatureKeyList {
  return Array.isArray(keys);
}
