import type { Identity } from '../authentication/verifier.js';
import type { Confirmation } from './token.verifier.js';

/** How far the clocks of issuer and agent may be apart. */
export const CLOCK_TOLERANCE_S = 30;

/** The claims of a token that has been verified. */
export type TokenClaims = Readonly<Record<string, unknown>>;

/**
 * Whom a token stands for.
 *
 * @param issuer who vouches for it
 * @param tenantClaim the claim that must name its tenant
 * @returns undefined when the token names no subject or, where it must, no tenant: such tokens are refused
 */
export function identityFrom(
  claims: TokenClaims,
  issuer: string,
  tenantClaim?: string,
): Identity | undefined {
  const { exp, sub } = claims;
  const tenant = tenantClaim === undefined ? '' : textOf(claims[tenantClaim]);
  if (typeof sub !== 'string' || !sub || (tenantClaim !== undefined && !tenant)) {
    return undefined;
  }
  return {
    issuer,
    subject: sub,
    client: textOf(claims.client_id) || textOf(claims.azp),
    tenant,
    scopes: scopesOf(claims),
    ...(typeof exp === 'number' && { expiresAt: exp * 1_000 }),
  };
}

/**
 * What a token is bound to.
 *
 * @returns undefined for one without `cnf`; empty for one that is bound to something that is not known here
 */
export function confirmationIn({ cnf }: TokenClaims): Confirmation | undefined {
  if (cnf === undefined) {
    return undefined;
  }
  const { jkt, 'x5t#S256': x5t } = (typeof cnf === 'object' && cnf !== null ? cnf : {}) as Confirmation;
  return {
    ...(typeof jkt === 'string' && { jkt }),
    ...(typeof x5t === 'string' && { 'x5t#S256': x5t }),
  };
}

function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim : '';
}

/** `scope` is a list with spaces (RFC 8693); `scp`, which some issuers use instead, that or an array. */
function scopesOf({ scope, scp }: TokenClaims): string[] {
  const granted = scope ?? scp;
  const words = Array.isArray(granted) ? granted : typeof granted === 'string' ? granted.split(' ') : [];
  return words.filter((word): word is string => typeof word === 'string' && word !== '');
}
