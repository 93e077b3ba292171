import { Injectable } from '@nestjs/common';
import { CardBuilder } from '../card/content/card.builder.js';
import { CardDocuments } from '../card/serving/card-documents.service.js';
import type { CardView } from '../card/serving/card-view.js';
import { isAnonymous } from '../identity/principal.js';
import { A2AError } from '../protocol/index.js';
import { AccessRules } from '../security/requirements/access-rules.service.js';
import type { Caller } from './caller.js';

/** GetExtendedAgentCard (section 3.1.11): the card as the one who asks may see it. */
@Injectable()
export class GetExtendedAgentCard {
  constructor(
    private readonly builder: CardBuilder,
    private readonly documents: CardDocuments,
    private readonly rules: AccessRules,
  ) {}

  /**
   * @throws A2AError UNSUPPORTED_OPERATION when the public card declares none, EXTENDED_AGENT_CARD_NOT_CONFIGURED when
   *   it would show nobody more; UnauthenticatedException for callers who have not proved who they are
   */
  async execute({ principal }: Caller): Promise<CardView> {
    if (!this.builder.declaresExtended) {
      throw new A2AError(
        'UNSUPPORTED_OPERATION',
        'This agent has no extended card. All it can do is on /.well-known/agent-card.json.',
      );
    }
    if (isAnonymous(principal)) {
      throw this.rules.unauthenticated();
    }
    if (!this.builder.hasExtended) {
      throw new A2AError(
        'EXTENDED_AGENT_CARD_NOT_CONFIGURED',
        'This agent has nothing to show beyond its card at present. Use /.well-known/agent-card.json.',
      );
    }
    return this.documents.for(principal);
  }
}
