import type { A2AOptions } from '../../options/a2a-options.js';
import type { ChallengeSettings } from './challenges.js';

/** Where an agent says who gives out tokens for it (RFC 9728, section 3). */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';

/** What all challenges of this agent have in common. */
export function challengeSettings({ publicUrl }: Pick<A2AOptions, 'publicUrl'>): ChallengeSettings {
  const { origin } = new URL(publicUrl);
  return { realm: origin, resourceMetadata: `${origin}${RESOURCE_METADATA_PATH}` };
}
