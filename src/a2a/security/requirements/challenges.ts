import { isSignatureScheme, type SchemeOptions } from '../../options/security/scheme-options.js';
import type { SecurityOptions } from '../../options/security/security-options.js';
import type { CredentialError } from '../authentication/verifier.js';
import { ACCEPT_SIGNATURE } from '../signatures/signature-instructions.js';

/** What all challenges of an agent have in common. */
export interface ChallengeSettings {
  /** What the credentials are for; ASCII without quotes. */
  readonly realm: string;
  /** Where it is said who gives out tokens for the agent (RFC 9728, section 5.1). */
  readonly resourceMetadata: string;
}

/** What has gone wrong with a credential. */
export interface ChallengeError {
  readonly error?: CredentialError | 'insufficient_scope';
  readonly scopes?: readonly string[];
}

/**
 * The headers of a 401 or 403: one challenge for each scheme that a caller could use, in the order of their names on
 * the card; two that are the same are one. For signed requests also what they must cover.
 *
 * @param names of the schemes
 */
export function challengeHeaders(
  names: readonly string[],
  schemes: SecurityOptions['schemes'],
  settings: ChallengeSettings,
  problem: ChallengeError = {},
): Record<string, string> {
  const named = names.flatMap((name) => schemes[name] ?? []);
  const challenges = named.map((scheme) => challengeOf(scheme, settings, problem));
  return {
    'WWW-Authenticate': [...new Set(challenges)].join(', '),
    ...(named.some(isSignatureScheme) && { 'Accept-Signature': ACCEPT_SIGNATURE }),
  };
}

function challengeOf(scheme: SchemeOptions, settings: ChallengeSettings, problem: ChallengeError): string {
  const { realm, resourceMetadata } = settings;
  if (scheme.type === 'apiKey') {
    return challenge('ApiKey', { realm, in: scheme.location, name: scheme.name });
  }
  if (isSignatureScheme(scheme)) {
    return challenge('Signature', { realm });
  }
  return challenge('Bearer', {
    realm,
    resource_metadata: resourceMetadata,
    ...(problem.error && { error: problem.error }),
    ...(problem.scopes && { scope: problem.scopes.join(' ') }),
  });
}

function challenge(scheme: string, parameters: Readonly<Record<string, string>>): string {
  const words = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`);
  return `${scheme} ${words.join(', ')}`;
}
