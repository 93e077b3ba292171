import type { A2AOptions } from '../../options/a2a-options.js';
import type { SecurityOptions } from '../../options/security/security-options.js';
import type { AgentCard } from '../../protocol/index.js';
import { Requirements } from '../requirements/requirements.js';
import { requirementOnCard } from './requirement-on-card.js';
import { schemeOnCard } from './scheme-on-card.js';
import { securityFaults } from './security-faults.js';

/** What callers must prove: the guard enforces it, the card shows `card`, both come from here. */
export interface SecurityDeclaration {
  readonly schemes: SecurityOptions['schemes'];
  /** Undefined: nothing is declared, and every caller is the one anonymous principal. */
  readonly requirements?: Requirements;
  readonly card: Pick<AgentCard, 'securitySchemes' | 'securityRequirements'>;
}

/** The injection token of the {@link SecurityDeclaration}. */
export const SECURITY_DECLARATION = Symbol('nest-a2a:SecurityDeclaration');

/** Security that can not be enforced as it is declared; the message names every fault and what to do. */
export class SecurityDeclarationError extends Error {
  override readonly name = 'SecurityDeclarationError';

  constructor(faults: readonly string[]) {
    super(`The security needs mending:\n  ${faults.join('\n  ')}`);
  }
}

/**
 * Compiles the options into what is enforced and what is declared (section 4.5).
 *
 * @throws SecurityDeclarationError
 */
export function declareSecurity({
  oauth,
  security,
}: Pick<A2AOptions, 'oauth' | 'security'>): SecurityDeclaration {
  if (oauth && security) {
    throw new SecurityDeclarationError([
      'oauth and security are both set. Put the issuer into a scheme of security.',
    ]);
  }
  const declared = security ?? (oauth && bearerOf(oauth));
  if (!declared) {
    return { schemes: {}, card: {} };
  }
  const faults = securityFaults(declared);
  if (faults.length > 0) {
    throw new SecurityDeclarationError(faults);
  }
  const schemes = Object.entries(declared.schemes).map(
    ([name, scheme]) => [name, schemeOnCard(scheme)] as const,
  );
  return {
    schemes: declared.schemes,
    requirements: new Requirements(declared.requirements),
    card: {
      ...(schemes.length > 0 && { securitySchemes: Object.fromEntries(schemes) }),
      securityRequirements: declared.requirements.map(requirementOnCard),
    },
  };
}

/** The short form: the JWTs of one issuer, and nothing else. */
function bearerOf(jwt: NonNullable<A2AOptions['oauth']>): SecurityOptions {
  const description = `An access token of ${jwt.issuer} for the audience ${jwt.audience}.`;
  return {
    schemes: {
      bearer: { type: 'http', scheme: 'Bearer', description, tokens: { jwt: { ...jwt, profile: 'any' } } },
    },
    requirements: [{ bearer: [] }],
  };
}
