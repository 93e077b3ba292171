import { fetchJson, postForm } from '../../net/fetch-json.js';
import type { SchemeOptions } from '../../options/security/scheme-options.js';
import type { TokenOptions } from '../../options/security/token-options.js';
import { ApiKeyVerifier } from '../api-keys/api-key.verifier.js';
import { IntrospectionVerifier } from '../tokens/introspection.verifier.js';
import { IssuerKeys } from '../tokens/issuer-keys.js';
import { JwtVerifier } from '../tokens/jwt.verifier.js';
import { TokenSchemeVerifier } from '../tokens/token-scheme.verifier.js';
import type { TokenVerifier } from '../tokens/token.verifier.js';
import type { Verifier } from './verifier.js';

/** What judges the credentials of a scheme. @param name by which the card knows it */
export function verifierOf(name: string, scheme: SchemeOptions): Verifier {
  if (scheme.type === 'apiKey') {
    return new ApiKeyVerifier(name, scheme);
  }
  return new TokenSchemeVerifier(tokenVerifierOf(scheme.tokens));
}

function tokenVerifierOf(tokens: TokenOptions): TokenVerifier {
  if ('introspection' in tokens) {
    return new IntrospectionVerifier(tokens.introspection, { post: postForm });
  }
  const { jwt } = tokens;
  return new JwtVerifier(jwt, new IssuerKeys({ issuer: jwt.issuer, jwksUri: jwt.jwksUri, fetchJson }));
}
