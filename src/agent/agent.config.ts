import type { AgentDescription, SecurityOptions } from '../a2a/index.js';

/** Who this agent is. Change it to who yours is. */
export const agentConfig: AgentDescription = {
  name: 'nest-a2a example agent',
  description: 'Reviews TypeScript and Python code with real linters, and rolls dice.',
  version: '1.0.0',
  provider: { organization: 'Example', url: 'https://example.com' },
  defaultInputModes: ['text/plain', 'application/json'],
  defaultOutputModes: ['text/plain', 'application/json', 'text/markdown'],
};

/**
 * What callers must prove, where OAUTH_ISSUER and OAUTH_AUDIENCE say too little: schemes and requirements, as
 * docs/security.md has them. The environment has been read by then, `.env` too.
 *
 * @returns undefined to leave it to OAUTH_ISSUER and OAUTH_AUDIENCE
 */
export function agentSecurity(): SecurityOptions | undefined {
  return undefined;
}
