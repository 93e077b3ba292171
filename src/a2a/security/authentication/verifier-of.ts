import { fetchJson } from '../../net/fetch-json.js';
import type { SchemeOptions } from '../../options/security/scheme-options.js';
import { ApiKeyVerifier } from '../api-keys/api-key.verifier.js';
import { IssuerKeys } from '../tokens/issuer-keys.js';
import { JwtVerifier } from '../tokens/jwt.verifier.js';
import { TokenSchemeVerifier } from '../tokens/token-scheme.verifier.js';
import type { Verifier } from './verifier.js';

/** What judges the credentials of a scheme. @param name by which the card knows it */
export function verifierOf(name: string, scheme: SchemeOptions): Verifier {
  if (scheme.type === 'apiKey') {
    return new ApiKeyVerifier(name, scheme);
  }
  const { jwt } = scheme.tokens;
  const keys = new IssuerKeys({ issuer: jwt.issuer, jwksUri: jwt.jwksUri, fetchJson });
  return new TokenSchemeVerifier(new JwtVerifier(jwt, keys));
}
