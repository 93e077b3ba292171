import type { Principal } from '../../identity/principal.js';

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
  const client = textOf(claims.client_id) || textOf(claims.azp);
  return { issuer: iss, subject: sub, client, tenant: '', scopes: scopesOf(claims) };
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
