import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { refused } from '../authentication/verifier.js';
import type { JwtTokens, TokenAlgorithm } from '../../options/security/token-options.js';
import { type IssuerKeys, KeysUnavailableError } from './issuer-keys.js';
import { CLOCK_TOLERANCE_S, confirmationIn, identityFrom } from './token-claims.js';
import type { TokenVerdict, TokenVerifier } from './token.verifier.js';

/** What is at home in the common libraries. */
const DEFAULT_ALGORITHMS: readonly TokenAlgorithm[] = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'];

/** How tokens say of themselves that they are access tokens (RFC 9068, section 2.1). */
const ACCESS_TOKEN = /^(?:application\/)?at\+jwt$/i;

/** Claims that only ID tokens have (OpenID Connect Core, section 2 and 3.1.3.6). */
const ID_TOKEN_CLAIMS = ['nonce', 'at_hash', 'c_hash', 's_hash'] as const;

/** Judges access tokens that are JWTs (RFC 7519, RFC 8725, RFC 9068). */
export class JwtVerifier implements TokenVerifier {
  constructor(
    private readonly options: JwtTokens,
    private readonly keys: IssuerKeys,
  ) {}

  /** Never throws for what a caller sends. */
  async verify(token: string): Promise<TokenVerdict> {
    const { issuer, audience, algorithms = DEFAULT_ALGORITHMS } = this.options;
    try {
      // Before any key is asked for: what is refused by its header alone must not make us fetch.
      requireHeader(token, algorithms, this.isStrict);
      requireIssuer(token, issuer);
      const { payload } = await jwtVerify(token, (...asked) => this.keys.find(...asked), {
        issuer,
        audience: typeof audience === 'string' ? audience : [...audience],
        algorithms: [...algorithms],
        clockTolerance: CLOCK_TOLERANCE_S,
        requiredClaims: ['sub', 'exp', ...(this.isStrict ? ['iat', 'jti', 'client_id'] : [])],
      });
      return this.read(payload);
    } catch (error) {
      if (error instanceof KeysUnavailableError) {
        return { outcome: 'unavailable', cause: error };
      }
      if (error instanceof errors.JOSEError || error instanceof UnfitToken) {
        return refused('invalid_token', error.message);
      }
      // A key that Node can not work with, for one: the fault is the issuer's or the token's, never a way in.
      return refused('invalid_token', String(error));
    }
  }

  private get isStrict(): boolean {
    return this.options.profile !== 'any';
  }

  private read(payload: JWTPayload): TokenVerdict {
    const identity = identityFrom(payload, this.options.issuer, this.options.tenantClaim);
    if (!identity) {
      return refused(
        'invalid_token',
        `no sub${this.options.tenantClaim ? `, or no ${this.options.tenantClaim}` : ''}`,
      );
    }
    if (!this.isStrict && ID_TOKEN_CLAIMS.some((claim) => claim in payload)) {
      return refused('invalid_token', 'an ID token, which is for its client and no access token');
    }
    return { outcome: 'proven', identity, confirmation: confirmationIn(payload) };
  }
}

/** A token that needs no key to be refused. */
class UnfitToken extends Error {}

function requireHeader(token: string, algorithms: readonly string[], isStrict: boolean): void {
  const { alg, crit, typ } = headerOf(token);
  if (alg === undefined || !algorithms.includes(alg)) {
    throw new UnfitToken(`signed with ${String(alg)}, which is none of ${algorithms.join(', ')}`);
  }
  if (crit !== undefined) {
    throw new UnfitToken('it needs extensions that are not understood (crit)');
  }
  const isFit = ACCESS_TOKEN.test(typ ?? '') || (!isStrict && /^(?:jwt)?$/i.test(typ ?? ''));
  if (!isFit) {
    throw new UnfitToken(
      `typ is ${JSON.stringify(typ ?? null)} and not "at+jwt"; for issuers that do not write RFC 9068 set the profile any`,
    );
  }
}

/** A token of another issuer is refused before keys are fetched: these keys could not vouch for it. */
function requireIssuer(token: string, issuer: string): void {
  const { iss } = decodeJwt(token);
  if (iss !== issuer) {
    throw new UnfitToken(`it comes from ${JSON.stringify(iss ?? null)} and not from ${issuer}`);
  }
}

function headerOf(token: string): ReturnType<typeof decodeProtectedHeader> {
  try {
    return decodeProtectedHeader(token);
  } catch {
    throw new UnfitToken('no JWT');
  }
}
