import type { RequestFacts } from '../authentication/request-facts.js';
import { ABSENT, refused, type Verdict, type Verifier } from '../authentication/verifier.js';
import { tokenOf } from './bearer-token.js';
import type { JwtVerifier } from './jwt.verifier.js';

/** Judges what is in the header Authorization for a scheme of access tokens. */
export class TokenSchemeVerifier implements Verifier {
  /** All schemes of access tokens find theirs here. */
  readonly place = 'authorization';

  constructor(private readonly tokens: JwtVerifier) {}

  async verify(facts: RequestFacts): Promise<Verdict> {
    const sent = tokenOf(facts);
    if (sent === 'none') {
      return ABSENT;
    }
    return 'fault' in sent ? refused(sent.fault, sent.why) : this.tokens.verify(sent.token);
  }
}
