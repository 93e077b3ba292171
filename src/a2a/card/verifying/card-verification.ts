import type { RemoteKeySets } from './trust/remote-key-sets.js';
import type { TrustStore } from './trust/trust-store.js';

/**
 * What the signatures of a card are worth:
 *
 * - `valid`: one verifies under a trusted key, and nothing with a meaning lies outside what it covers
 * - `partial`: one verifies, but only over the SDKs' form, and `uncovered` is not signed
 * - `invalid`: one can not be right: it does not verify under its trusted key, or is not made as it must be
 * - `untrusted`: none names a key that is trusted; nothing is proven, in either direction
 * - `unsigned`: there is none
 */
export type CardVerdict = 'valid' | 'partial' | 'invalid' | 'untrusted' | 'unsigned';

/** What was signed: the specification's form, the SDKs', one text for `both`, or what an older Python SDK made. */
export type SignedForm = 'spec' | 'sdk' | 'both' | 'legacy-python';

/** What one signature is worth. */
export interface SignatureReport {
  readonly verdict: Exclude<CardVerdict, 'unsigned'>;
  /** Which key it names, if it can be told. */
  readonly kid?: string;
  /** What it covers, when it verifies. */
  readonly form?: SignedForm;
  /** In words, without a full stop. */
  readonly reason: string;
}

/** What the signatures of a card are worth together. */
export interface CardVerification {
  readonly verdict: CardVerdict;
  /** Of the signature that decided. */
  readonly form?: SignedForm;
  /** Of the signature that decided. */
  readonly kid?: string;
  /** JSON pointers of what a `partial` signature does not cover, the first 50. */
  readonly uncovered: readonly string[];
  /** In words, without a full stop. */
  readonly reason: string;
  /** The signatures that were looked at, in the card's order. */
  readonly entries: readonly SignatureReport[];
}

/** Whom to trust, and in what. */
export interface VerifyCardOptions {
  readonly trust: TrustStore;
  /** Key sets of others that a `jku` may point to. Without it no `jku` is ever followed. */
  readonly remoteKeys?: RemoteKeySets;
  /** Whether what Python SDKs signed before they followed RFC 8785 counts too. Default false. */
  readonly acceptLegacyPython?: boolean;
  /** The time in epoch milliseconds. Default the clock. */
  readonly now?: () => number;
}
