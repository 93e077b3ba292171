import { Inject, Injectable } from '@nestjs/common';
import { CardBuilder } from '../card/content/card.builder.js';
import { CardDocuments } from '../card/serving/card-documents.service.js';
import type { CardView } from '../card/serving/card-view.js';
import { isAnonymous } from '../identity/principal.js';
import { A2A_OPTIONS, type A2AOptions } from '../options/a2a-options.js';
import { A2AError } from '../protocol/index.js';
import { UnauthenticatedException } from '../security/authentication.exception.js';
import type { Caller } from './caller.js';

/** GetExtendedAgentCard (section 3.1.11): the card as the one who asks may see it. */
@Injectable()
export class GetExtendedAgentCard {
  private readonly realm: string;

  constructor(
    private readonly builder: CardBuilder,
    private readonly documents: CardDocuments,
    @Inject(A2A_OPTIONS) { publicUrl }: A2AOptions,
  ) {
    this.realm = new URL(publicUrl).origin;
  }

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
      throw new UnauthenticatedException(this.realm, false);
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
