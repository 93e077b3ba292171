import { Module } from '@nestjs/common';
import { SecurityModule } from '../security/security.module.js';
import { SkillsModule } from '../skills/skills.module.js';
import { AgentExtensions } from './content/agent-extensions.js';
import { AgentInterfaces } from './content/agent-interfaces.js';
import { CardBuilder } from './content/card.builder.js';
import { CardInspection } from './inspection/card-inspection.service.js';
import { CardGuard } from './serving/card.guard.js';
import { CardController } from './serving/card.controller.js';
import { CardDocuments } from './serving/card-documents.service.js';
import { KeySetController } from './serving/key-set.controller.js';
import { CardSigner } from './signing/card-signer.service.js';

/** The agent's cards: built from what is there, served at their places. */
@Module({
  imports: [SecurityModule, SkillsModule],
  controllers: [CardController, KeySetController],
  providers: [
    AgentExtensions,
    AgentInterfaces,
    CardBuilder,
    CardInspection,
    CardSigner,
    CardDocuments,
    CardGuard,
  ],
  exports: [AgentExtensions, AgentInterfaces, CardBuilder, CardDocuments],
})
export class CardModule {}
