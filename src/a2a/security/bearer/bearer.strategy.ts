import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import type { Principal } from '../../identity/principal.js';
import type { OAuthOptions } from '../../options/a2a-options.js';
import { bearerTokenOf } from './bearer-token.js';
import type { SigningKeys } from './signing-keys.js';
import { principalFrom, type TokenClaims } from './token-claims.js';
import { readTokenHeader } from './token-header.js';

/** Signatures that are accepted: only such as need a private key. */
const ALGORITHMS = ['RS256' as const, 'ES256' as const];

/** How far the clocks of issuer and agent may be apart. */
const CLOCK_TOLERANCE_S = 30;

/**
 * Makes the passport strategy that verifies the JWTs of an issuer, and registers it with passport. There is
 * one register for the whole process, so the name under which it stands there holds what is verified.
 */
export function registerBearerStrategy({ issuer, audience }: OAuthOptions, keys: SigningKeys): Strategy {
  const name = `a2a-bearer ${issuer} ${audience}`;

  class BearerStrategy extends PassportStrategy(Strategy, name) {
    /** @returns who the token speaks for; null refuses it */
    validate(claims: TokenClaims): Principal | null {
      return principalFrom(claims) ?? null;
    }
  }

  const strategy = new BearerStrategy({
    jwtFromRequest: bearerTokenOf,
    secretOrKeyProvider: (_request, token: string, done) => {
      keyFor(token, keys).then((key) => done(null, key), done);
    },
    issuer,
    audience,
    algorithms: ALGORITHMS,
    jsonWebTokenOptions: { clockTolerance: CLOCK_TOLERANCE_S },
  });
  strategy.name = name;
  return strategy;
}

/** No key is asked for when the header alone is reason enough to refuse the token. */
async function keyFor(token: string, keys: SigningKeys): Promise<string | undefined> {
  const header = readTokenHeader(token);
  const isAcceptable =
    ALGORITHMS.some((algorithm) => algorithm === header?.alg) && header?.crit === undefined;
  return isAcceptable ? keys.find(header?.kid) : undefined;
}
