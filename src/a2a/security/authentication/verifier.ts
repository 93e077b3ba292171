import type { RequestFacts } from './request-facts.js';

/** Whom a credential stands for. */
export interface Identity {
  /** The authority that vouches for the subject. */
  readonly issuer: string;
  readonly subject: string;
  /** The client application that acts for the subject; empty where the credential names none. */
  readonly client: string;
  /** The tenant that the credential is bound to; empty: none. */
  readonly tenant: string;
  readonly scopes: readonly string[];
  /** Epoch milliseconds from which on the credential counts no longer; undefined: it has no end that is known. */
  readonly expiresAt?: number;
}

/** What a caller whose credential is refused is told (RFC 6750, section 3.1; RFC 9449, sections 7.1 and 8). */
export type CredentialError = 'invalid_request' | 'invalid_token' | 'invalid_dpop_proof' | 'use_dpop_nonce';

/** A credential that does not count. */
export interface Refusal {
  readonly outcome: 'refused';
  readonly error: CredentialError;
  /** For the log; no part of it is secret, and callers are not told. */
  readonly why: string;
  /** What the answer must say beside its challenges. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A credential that can not be judged at the moment. */
export interface Unavailable {
  readonly outcome: 'unavailable';
  /** For the log. */
  readonly cause: unknown;
}

/** What becomes of the credential of one scheme in a request. */
export type Verdict =
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'proven'; readonly identity: Identity }
  | Refusal
  | Unavailable;

/** Judges the credentials of one scheme. */
export interface Verifier {
  /**
   * Where in a request the credential is. One that several verifiers find in the same place is good if it is good for
   * one of them.
   */
  readonly place: string;
  /**
   * Throws for nothing that a caller sends, but for a body.
   *
   * @throws RequestBodyError where the body must be read to judge, and can not be
   */
  verify(facts: RequestFacts): Promise<Verdict>;
  /**
   * As {@link verify}, for a credential that has been found good before and whose stream still goes on: what counts
   * only once is not asked for again. Absent: it is judged as at first.
   */
  verifyAgain?(facts: RequestFacts): Promise<Verdict>;
}

/** There is no credential of this kind. */
export const ABSENT: Verdict = { outcome: 'absent' };

/**
 * @param why for the log
 * @param headers what the answer must say beside its challenges
 */
export function refused(
  error: CredentialError,
  why: string,
  headers?: Readonly<Record<string, string>>,
): Refusal {
  return { outcome: 'refused', error, why, ...(headers && { headers }) };
}

/** @param identity what the credential proves */
export function proven(identity: Identity): Verdict {
  return { outcome: 'proven', identity };
}
