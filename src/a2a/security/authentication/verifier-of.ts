import type { SeenOnce } from '../../datastore/ports/security/seen-once.js';
import { fetchJson, postForm } from '../../net/fetch-json.js';
import { isTokenScheme, type SchemeOptions } from '../../options/security/scheme-options.js';
import type { TokenOptions } from '../../options/security/token-options.js';
import { SecurityDeclarationError } from '../declaration/security-declaration.js';
import { ApiKeyVerifier } from '../api-keys/api-key.verifier.js';
import { SignatureVerifier } from '../signatures/signature.verifier.js';
import { IntrospectionVerifier } from '../tokens/introspection.verifier.js';
import { IssuerKeys } from '../tokens/issuer-keys.js';
import { JwtVerifier } from '../tokens/jwt.verifier.js';
import { TokenSchemeVerifier } from '../tokens/token-scheme.verifier.js';
import type { TokenVerifier } from '../tokens/token.verifier.js';
import type { Verifier } from './verifier.js';

/** What verifiers need of the rest of the agent. */
interface VerifierDependencies {
  /** Undefined: nothing remembers what was seen. */
  readonly seen?: SeenOnce;
}

/**
 * What judges the credentials of a scheme.
 *
 * @param name by which the card knows it
 * @throws SecurityDeclarationError for a scheme that needs what is not there
 */
export function verifierOf(name: string, scheme: SchemeOptions, { seen }: VerifierDependencies): Verifier {
  if (scheme.type === 'apiKey') {
    return new ApiKeyVerifier(name, scheme);
  }
  if (!isTokenScheme(scheme)) {
    if (!seen) {
      throw new SecurityDeclarationError([
        `schemes.${name}: no datastore remembers the nonces of signed requests (SEEN_ONCE) yet, so nobody could be let ` +
          'in by one. Declare another scheme.',
      ]);
    }
    return new SignatureVerifier(name, scheme, seen);
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
