import type { RequestFacts } from '../authentication/request-facts.js';
import type { Identity, Refusal, Unavailable } from '../authentication/verifier.js';

/** What a token is bound to (`cnf`, RFC 7800, section 3.1): whoever uses it must prove that they hold it. */
export interface Confirmation {
  /** The thumbprint of a key (RFC 9449, section 6.1). */
  readonly jkt?: string;
  /** The thumbprint of a certificate (RFC 8705, section 3.1). */
  readonly 'x5t#S256'?: string;
}

/** A token that is good, for whom, and what it is bound to. */
interface ProvenToken {
  readonly outcome: 'proven';
  readonly identity: Identity;
  /** Undefined: whoever has the token may use it. */
  readonly confirmation?: Confirmation;
}

/** What becomes of a token. */
export type TokenVerdict = ProvenToken | Refusal | Unavailable;

/** Judges access tokens of one kind. */
export interface TokenVerifier {
  /** Never throws for what a caller sends. */
  verify(token: string): Promise<TokenVerdict>;
}

/** Judges whether who sends a token holds what it is bound to. */
export interface BindingVerifier {
  /** How the header Authorization begins for tokens of this kind. */
  readonly authorization: 'Bearer' | 'DPoP';
  /**
   * Never throws for what a caller sends.
   *
   * @param confirmation undefined for a token that is bound to nothing: the verifier refuses it
   * @returns undefined when the proof is good
   */
  verify(
    facts: RequestFacts,
    token: string,
    confirmation: Confirmation | undefined,
  ): Promise<Refusal | Unavailable | undefined>;
}
