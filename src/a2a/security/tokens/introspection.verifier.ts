import { createHash } from 'node:crypto';
import { decodeJwt } from 'jose';
import type { Form } from '../../net/fetch-json.js';
import type { IntrospectedTokens } from '../../options/security/token-options.js';
import { refused } from '../authentication/verifier.js';
import { RememberedVerdicts } from './remembered-verdicts.js';
import { CLOCK_TOLERANCE_S, confirmationIn, identityFrom, type TokenClaims } from './token-claims.js';
import type { TokenVerdict, TokenVerifier } from './token.verifier.js';

/** So long a token that has been withdrawn may still count. */
const GOOD_MS = 60_000;

/** So long one that did not count is not asked about again. */
const BAD_MS = 3_000;

/** Of each kind at most: made-up tokens must not fill the memory, nor push out what is known of good ones. */
const REMEMBERED = 10_000;

/** When the issuer has not answered, it is left alone for so long. */
const COOL_DOWN_MS = 1_000;

/** So many questions at once; an issuer that is slow must not make them heap up here. */
const MOST_QUESTIONS = 100;

/** How the issuer is asked, and what time it is. */
interface Surroundings {
  /** Sends a form, and returns what the answer has as JSON; throws when it does not come, or is no success. */
  readonly post: (url: string, form: Form) => Promise<unknown>;
  /** The time in epoch milliseconds. Default the clock. */
  readonly now?: () => number;
}

/** Judges access tokens by asking their issuer (RFC 7662). Of a token nothing is kept but its SHA-256. */
export class IntrospectionVerifier implements TokenVerifier {
  private readonly good = new RememberedVerdicts(REMEMBERED);
  private readonly bad = new RememberedVerdicts(REMEMBERED);
  /** Those who ask about the same token share the answer. */
  private readonly asking = new Map<string, Promise<TokenVerdict>>();
  private readonly authorization: string;
  private readonly now: () => number;
  /** Since when the issuer does not answer, in epoch milliseconds; undefined: it does. */
  private failedAt?: number;

  constructor(
    private readonly options: IntrospectedTokens,
    private readonly surroundings: Surroundings,
  ) {
    this.authorization = basicAuthorization(options.client);
    this.now = surroundings.now ?? Date.now;
  }

  async verify(token: string): Promise<TokenVerdict> {
    if (isOfAnother(token, this.options.issuer)) {
      // It may be good elsewhere, and is none of this issuer's business.
      return refused('invalid_token', `a JWT that does not come from ${this.options.issuer}`);
    }
    const digest = createHash('sha256').update(token).digest('base64url');
    const now = this.now();
    return (
      this.good.find(digest, now) ??
      this.bad.find(digest, now) ??
      this.asking.get(digest) ??
      this.begin(digest, token)
    );
  }

  /** Asks, unless the issuer is to be left alone. */
  private begin(digest: string, token: string): Promise<TokenVerdict> {
    if (this.isLeftAlone()) {
      return Promise.resolve(this.unavailable('it has not answered just now, or has too much to answer'));
    }
    const answer = this.ask(digest, token).finally(() => this.asking.delete(digest));
    this.asking.set(digest, answer);
    return answer;
  }

  /** After a failure one question at a time finds out whether the issuer is back. */
  private isLeftAlone(): boolean {
    return this.failedAt === undefined
      ? this.asking.size >= MOST_QUESTIONS
      : this.now() - this.failedAt < COOL_DOWN_MS || this.asking.size > 0;
  }

  private async ask(digest: string, token: string): Promise<TokenVerdict> {
    const askedAt = this.now();
    try {
      const answer = answerIn(
        await this.surroundings.post(this.options.endpoint, {
          headers: { authorization: this.authorization },
          body: new URLSearchParams({ token, token_type_hint: 'access_token' }),
        }),
      );
      this.failedAt = undefined;
      const verdict = this.judge(answer);
      this.remember(digest, verdict, askedAt);
      return verdict;
    } catch (error) {
      this.failedAt = this.now();
      return this.unavailable(String(error));
    }
  }

  private judge(answer: TokenClaims): TokenVerdict {
    const { issuer, tenantClaim } = this.options;
    const fault = this.faultIn(answer);
    if (fault !== undefined) {
      return refused('invalid_token', fault);
    }
    const identity = identityFrom(answer, issuer, tenantClaim);
    return identity
      ? { outcome: 'proven', identity, confirmation: confirmationIn(answer) }
      : refused('invalid_token', `no sub${tenantClaim ? `, or no ${tenantClaim}` : ''}`);
  }

  /** Why a token does not count, by what its issuer says of it. */
  private faultIn({
    active,
    aud,
    exp,
    iss,
    nbf,
    token_type: type,
    token_use: use,
  }: TokenClaims): string | undefined {
    const { audience, issuer } = this.options;
    const now = this.now() / 1_000;
    if (active !== true) {
      return 'not active';
    }
    if (iss !== undefined && iss !== issuer) {
      return `it comes from ${JSON.stringify(iss)} and not from ${issuer}`;
    }
    if (![audience].flat().some((own) => [aud].flat().includes(own))) {
      return `it is for ${JSON.stringify(aud ?? null)}, not for ${String(audience)}`;
    }
    if ([type, use].some((kind) => /refresh/i.test(String(kind)))) {
      return 'a refresh token, which is for its client and no access token';
    }
    if (exp !== undefined && !(typeof exp === 'number' && now - CLOCK_TOLERANCE_S < exp)) {
      return 'it has expired';
    }
    return nbf !== undefined && !(typeof nbf === 'number' && nbf <= now + CLOCK_TOLERANCE_S)
      ? 'it does not count yet'
      : undefined;
  }

  private remember(digest: string, verdict: TokenVerdict, askedAt: number): void {
    if (verdict.outcome === 'proven') {
      const { expiresAt = Number.POSITIVE_INFINITY } = verdict.identity;
      this.good.keep(digest, verdict, Math.min(expiresAt, askedAt + GOOD_MS));
    } else {
      this.bad.keep(digest, verdict, askedAt + BAD_MS);
    }
  }

  private unavailable(why: string): TokenVerdict {
    return { outcome: 'unavailable', cause: `${this.options.endpoint} can not be asked: ${why}` };
  }
}

/** Id and secret as a form would have them, before they are put together (RFC 6749, section 2.3.1 and appendix B). */
function basicAuthorization({ id, secret }: IntrospectedTokens['client']): string {
  const encoded = (word: string): string => new URLSearchParams({ '': word }).toString().slice(1);
  return `Basic ${Buffer.from(`${encoded(id)}:${encoded(secret)}`).toString('base64')}`;
}

/** Whether a token says of itself that somebody else has given it out. */
function isOfAnother(token: string, issuer: string): boolean {
  try {
    const { iss } = decodeJwt(token);
    return iss !== undefined && iss !== issuer;
  } catch {
    return false;
  }
}

/** @throws Error for what is no answer (RFC 7662, section 2.2) */
function answerIn(answer: unknown): TokenClaims {
  if (typeof answer === 'object' && answer !== null && 'active' in answer) {
    if (typeof answer.active === 'boolean') {
      return answer;
    }
  }
  throw new Error('the answer does not say whether the token is active');
}
