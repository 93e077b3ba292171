import type { A2AOptions, OAuthOptions } from '../options/a2a-options.js';
import type { AgentCard } from '../protocol/index.js';

/** What callers must prove: the guard enforces `bearer`, the card shows `card`, both come from here. */
export interface SecurityDeclaration {
  /** Unset: callers are anonymous. */
  readonly bearer?: OAuthOptions;
  readonly card: Pick<AgentCard, 'securitySchemes' | 'securityRequirements'>;
}

/** The injection token of the {@link SecurityDeclaration}. */
export const SECURITY_DECLARATION = Symbol('nest-a2a:SecurityDeclaration');

/** Compiles the options into what is enforced and what is declared (section 4.5). */
export function declareSecurity({ oauth }: Pick<A2AOptions, 'oauth'>): SecurityDeclaration {
  if (!oauth) {
    return { card: {} };
  }
  return {
    bearer: oauth,
    card: {
      securitySchemes: {
        bearer: {
          httpAuthSecurityScheme: {
            scheme: 'Bearer',
            bearerFormat: 'JWT',
            description: `An access token of ${oauth.issuer} for the audience ${oauth.audience}.`,
          },
        },
      },
      securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    },
  };
}
