import { describe, expect, it } from 'vitest';
import type { CardBuilder } from '../card/content/card.builder.js';
import type { CardDocuments } from '../card/serving/card-documents.service.js';
import { viewOf } from '../card/serving/card-view.js';
import { ANONYMOUS } from '../identity/principal.js';
import type { A2AOptions } from '../options/a2a-options.js';
import type { AgentCard } from '../protocol/index.js';
import { declareSecurity } from '../security/declaration/security-declaration.js';
import { AccessRules } from '../security/requirements/access-rules.service.js';
import { GetExtendedAgentCard } from './get-extended-agent-card.operation.js';

const ADA = { ...ANONYMOUS, issuer: 'https://login.example', subject: 'ada' };
const security = { oauth: { issuer: 'https://login.example', audience: 'agent' } };
const view = viewOf({ name: 'for Ada' } as AgentCard);

function outcomeFor(
  principal: typeof ADA,
  declaresExtended: boolean,
  hasExtended: boolean,
): Promise<unknown> {
  const operation = new GetExtendedAgentCard(
    { declaresExtended, hasExtended } as CardBuilder,
    { for: () => view } as unknown as CardDocuments,
    new AccessRules(declareSecurity(security), {
      ...security,
      publicUrl: 'https://agent.example/here',
    } as A2AOptions),
  );
  return operation
    .execute({ principal, signal: new AbortController().signal })
    .catch((error: unknown) => error);
}

describe('GetExtendedAgentCard', () => {
  it('A-17 gives an authenticated caller the card for their eyes', async () => {
    expect(await outcomeFor(ADA, true, true)).toBe(view);
  });

  it('BC-32 (a) A-18 is not supported where the card declares none, whoever asks', async () => {
    for (const principal of [ADA, ANONYMOUS])
      expect(await outcomeFor(principal, false, true)).toMatchObject({ reason: 'UNSUPPORTED_OPERATION' });
  });

  it('BC-32 (b) A-18 is not configured where there is nothing more to show', async () => {
    expect(await outcomeFor(ADA, true, false)).toMatchObject({
      reason: 'EXTENDED_AGENT_CARD_NOT_CONFIGURED',
    });
  });

  it('A-17 tells nobody anything who has not proved who they are', async () => {
    for (const hasExtended of [true, false])
      expect(await outcomeFor(ANONYMOUS, true, hasExtended)).toMatchObject({
        status: 401,
        headers: {
          'WWW-Authenticate':
            'Bearer realm="https://agent.example", ' +
            'resource_metadata="https://agent.example/.well-known/oauth-protected-resource"',
        },
      });
  });
});
