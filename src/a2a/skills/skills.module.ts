import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { SkillExplorer } from './registry/skill.explorer.js';
import { SkillMetadataAccessor } from './registry/skill-metadata.accessor.js';
import { SkillRegistry } from './registry/skill-registry.js';
import { SkillGroups } from './skill-groups.service.js';
import { SkillOffer } from './skill-offer.service.js';
import { SkillRouter } from './skill-router.js';

/** Finds the agent's skills. */
@Module({
  imports: [DiscoveryModule],
  providers: [SkillMetadataAccessor, SkillExplorer, SkillRegistry, SkillGroups, SkillOffer, SkillRouter],
  exports: [SkillRegistry, SkillGroups, SkillOffer, SkillRouter],
})
export class SkillsModule {}
