import {
  type IntrospectedTokens,
  type JwtTokens,
  TOKEN_ALGORITHMS,
  type TokenOptions,
} from '../../options/security/token-options.js';
import { urlFaults } from './url-faults.js';

/** What keeps access tokens from being judged as it is declared. */
export function tokenFaults(tokens: TokenOptions): string[] {
  const { jwt, introspection } = tokens as { jwt?: JwtTokens; introspection?: IntrospectedTokens };
  if (jwt && !introspection) {
    return jwtFaults(jwt);
  }
  return introspection && !jwt
    ? introspectionFaults(introspection)
    : ['tokens must have either jwt or introspection. Make a scheme of each.'];
}

function jwtFaults({ issuer, audience, jwksUri, algorithms = [] }: JwtTokens): string[] {
  const unknown = algorithms.filter((algorithm) => !TOKEN_ALGORITHMS.includes(algorithm));
  return [
    ...urlFaults('tokens.jwt.issuer', issuer),
    ...audienceFaults('tokens.jwt.audience', audience),
    ...(jwksUri === undefined ? [] : urlFaults('tokens.jwt.jwksUri', jwksUri)),
    ...unknown.map(
      (algorithm) => `tokens.jwt.algorithms: ${algorithm} is none of ${TOKEN_ALGORITHMS.join(', ')}.`,
    ),
  ];
}

function introspectionFaults({ endpoint, issuer, audience, client }: IntrospectedTokens): string[] {
  return [
    ...urlFaults('tokens.introspection.endpoint', endpoint),
    ...urlFaults('tokens.introspection.issuer', issuer),
    ...audienceFaults('tokens.introspection.audience', audience),
    ...(client.id && client.secret
      ? []
      : ['tokens.introspection.client needs an id and a secret: the issuer answers only whom it knows.']),
  ];
}

function audienceFaults(place: string, audience: string | readonly string[]): string[] {
  return audience.length === 0
    ? [`${place} is empty: tokens for others would be taken. Name the agent.`]
    : [];
}
