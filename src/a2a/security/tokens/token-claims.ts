import type { Identity } from '../authentication/verifier.js';

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
  const { sub } = claims;
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
