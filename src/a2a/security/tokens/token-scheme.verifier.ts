import type { RequestFacts } from '../authentication/request-facts.js';
import { ABSENT, proven, refused, type Verdict, type Verifier } from '../authentication/verifier.js';
import { tokenOf } from './authorization-token.js';
import type { BindingVerifier, TokenVerifier } from './token.verifier.js';

/** Judges what is in the header Authorization for a scheme of access tokens. */
export class TokenSchemeVerifier implements Verifier {
  /** All schemes of access tokens find theirs here. */
  readonly place = 'authorization';

  /** @param binding what judges the proof that goes with a token; undefined: tokens are bound to nothing */
  constructor(
    private readonly tokens: TokenVerifier,
    private readonly binding?: BindingVerifier,
  ) {}

  verify(facts: RequestFacts): Promise<Verdict> {
    return this.judge(facts, true);
  }

  /** The token alone: its proof counts only once. */
  verifyAgain(facts: RequestFacts): Promise<Verdict> {
    return this.judge(facts, false);
  }

  private async judge(facts: RequestFacts, withProof: boolean): Promise<Verdict> {
    const sent = tokenOf(facts, this.binding?.authorization ?? 'Bearer');
    if (sent === 'none') {
      return ABSENT;
    }
    if ('fault' in sent) {
      return refused(sent.fault, sent.why);
    }
    const verdict = await this.tokens.verify(sent.token);
    if (verdict.outcome !== 'proven') {
      return verdict;
    }
    const { confirmation, identity } = verdict;
    // Whoever has stolen a bound token must not be able to use it as if it were bound to nothing (RFC 7800).
    if (confirmation && !this.binding) {
      return refused(
        'invalid_token',
        'bound to a key or a certificate (cnf), and no scheme asks for a proof of that',
      );
    }
    const refusal = withProof ? await this.binding?.verify(facts, sent.token, confirmation) : undefined;
    return refusal ?? proven(identity);
  }
}
