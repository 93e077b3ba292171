import { isTokenScheme } from '../../options/security/scheme-options.js';
import { issuerOf } from '../../options/security/token-options.js';
import type { SecurityDeclaration } from './security-declaration.js';

/**
 * Who gives out tokens for the agent, and which scopes they can have (RFC 9728, section 2).
 *
 * @param skillScopes what the skills on the card ask for beyond the agent
 * @returns undefined where no scheme takes tokens
 */
export function resourceMetadata(
  { schemes, requirements }: SecurityDeclaration,
  publicUrl: string,
  skillScopes: readonly string[],
): object | undefined {
  const issuers = Object.values(schemes).flatMap((scheme) =>
    isTokenScheme(scheme) ? [issuerOf(scheme.tokens)] : [],
  );
  if (issuers.length === 0) {
    return undefined;
  }
  const scopes = new Set([
    ...Object.values(schemes).flatMap((scheme) =>
      scheme.type === 'oauth2' ? Object.values(scheme.flow).flatMap((flow) => Object.keys(flow.scopes)) : [],
    ),
    ...(requirements?.alternatives ?? []).flatMap((alternative) => Object.values(alternative).flat()),
    ...skillScopes,
  ]);
  return {
    resource: new URL(publicUrl).origin,
    authorization_servers: [...new Set(issuers)],
    ...(scopes.size > 0 && { scopes_supported: [...scopes] }),
    bearer_methods_supported: ['header'],
  };
}
