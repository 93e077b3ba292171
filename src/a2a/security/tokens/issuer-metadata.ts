import { isLoopbackHost } from '../../net/loopback.js';

/** Fetches a small JSON document without following redirects. */
export type FetchJson = (url: string) => Promise<unknown>;

/**
 * Where an issuer's keys are, by its own metadata: OpenID Connect Discovery, then RFC 8414.
 *
 * @returns the `jwks_uri`
 * @throws AggregateError when neither document can be had or used
 */
export async function discoverJwksUri(issuer: string, fetchJson: FetchJson): Promise<string> {
  const failures: unknown[] = [];
  for (const url of metadataUrls(issuer)) {
    try {
      return jwksUriIn(await fetchJson(url), issuer, url);
    } catch (error) {
      failures.push(error);
    }
  }
  throw new AggregateError(failures, `The issuer ${issuer} does not say where its keys are`);
}

function metadataUrls(issuer: string): string[] {
  const base = issuer.replace(/\/+$/, '');
  const { origin, pathname } = new URL(base);
  const path = pathname === '/' ? '' : pathname;
  return [
    `${base}/.well-known/openid-configuration`,
    // RFC 8414, section 3.1, puts the well-known part between host and path.
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ];
}

/** A document that speaks for another issuer must not be trusted (RFC 8414, section 3.3). */
function jwksUriIn(metadata: unknown, issuer: string, url: string): string {
  const { issuer: named, jwks_uri: uri } = (metadata ?? {}) as { issuer?: unknown; jwks_uri?: unknown };
  if (named !== issuer) {
    throw new Error(`${url} speaks for the issuer ${String(named)}; set OAUTH_ISSUER to exactly that`);
  }
  if (typeof uri !== 'string' || !isTrustworthy(uri)) {
    throw new Error(`${url} names no jwks_uri with https`);
  }
  return uri;
}

function isTrustworthy(uri: string): boolean {
  if (!URL.canParse(uri)) {
    return false;
  }
  const { protocol, hostname } = new URL(uri);
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}
