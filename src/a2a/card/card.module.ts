import { Module } from '@nestjs/common';
import { SecurityModule } from '../security/security.module.js';
import { SkillsModule } from '../skills/skills.module.js';
import { AgentExtensions } from './agent-extensions.js';
import { AgentInterfaces } from './agent-interfaces.js';
import { CardBuilder } from './card.builder.js';
import { CardController } from './card.controller.js';
import { CardDocument } from './card-document.js';

/** The agent's card: built from what is there, served at its well-known place. */
@Module({
  imports: [SecurityModule, SkillsModule],
  controllers: [CardController],
  providers: [AgentExtensions, AgentInterfaces, CardBuilder, CardDocument],
  exports: [AgentExtensions, AgentInterfaces, CardBuilder],
})
export class CardModule {}
