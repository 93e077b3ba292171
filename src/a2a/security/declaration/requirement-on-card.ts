import type { RequirementOptions } from '../../options/security/security-options.js';
import type { SecurityRequirement } from '../../protocol/index.js';

/** A requirement as the card has it. */
export function requirementOnCard(requirement: RequirementOptions): SecurityRequirement {
  const schemes: SecurityRequirement['schemes'] = {};
  for (const [name, scopes] of Object.entries(requirement)) {
    schemes[name] = { list: [...scopes] };
  }
  return { schemes };
}
