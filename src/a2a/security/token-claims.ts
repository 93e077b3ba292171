import type { Principal } from '../identity/principal.js';

/** The claims of a token whose signature, issuer and audience have been verified. */
export type TokenClaims = Readonly<Record<string, unknown>>;

/**
 * Who a token speaks for.
 *
 * @returns undefined when the token names no subject or never expires: such tokens are refused
 */
export function principalFrom(claims: TokenClaims): Principal | undefined {
  const { iss, sub, exp } = claims;
  if (typeof iss !== 'string' || typeof sub !== 'string' || !sub || typeof exp !== 'number') {
    return undefined;
  }
  const client = [claims.client_id, claims.azp].find((claim) => typeof claim === 'string' && claim !== '');
  return { issuer: iss, subject: sub, client: String(client ?? ''), tenant: '', scopes: scopesOf(claims) };
}

/** `scope` is a list with spaces (RFC 8693); `scp`, which some issuers use instead, that or an array. */
function scopesOf({ scope, scp }: TokenClaims): string[] {
  const granted = scope ?? scp;
  const words = Array.isArray(granted) ? granted : typeof granted === 'string' ? granted.split(' ') : [];
  return words.filter((word): word is string => typeof word === 'string' && word !== '');
}
