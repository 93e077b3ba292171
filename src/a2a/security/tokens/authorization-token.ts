import type { RequestFacts } from '../authentication/request-facts.js';

/** The token in an Authorization header: one word, as RFC 6750, section 2.1, writes it. */
const CREDENTIALS = /^(?:Bearer|DPoP) +(?<token>[A-Za-z0-9\-._~+/]+=*) *$/i;

/** What a request has in the place of a token: one, none, or something that can not be taken for one. */
export type TokenFound =
  | { readonly token: string }
  | 'none'
  | { readonly fault: 'invalid_request' | 'invalid_token'; readonly why: string };

/**
 * Finds the access token of a request: in the header Authorization only, and only one (RFC 6750, RFC 9700).
 *
 * @param scheme with which the header must begin
 */
export function tokenOf(
  facts: Pick<RequestFacts, 'lines' | 'target'>,
  scheme: 'Bearer' | 'DPoP',
): TokenFound {
  const lines = facts.lines('authorization');
  if (new URL(facts.target).searchParams.has('access_token')) {
    return { fault: 'invalid_request', why: 'a token in the query' };
  }
  const begins = scheme === 'DPoP' ? /^dpop\b/i : /^bearer\b/i;
  if (!lines.some((line) => begins.test(line))) {
    return 'none';
  }
  if (lines.length > 1) {
    return { fault: 'invalid_request', why: 'more than one Authorization header' };
  }
  const { token } = CREDENTIALS.exec(lines[0] ?? '')?.groups ?? {};
  return token ? { token } : { fault: 'invalid_token', why: 'no token, or more than one word' };
}
