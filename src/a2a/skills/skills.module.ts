import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { SkillExplorer } from './registry/skill.explorer.js';
import { SkillMetadataAccessor } from './registry/skill-metadata.accessor.js';
import { SkillRegistry } from './registry/skill-registry.js';
import { SkillRouter } from './skill-router.js';

/** Finds the agent's skills. */
@Module({
  imports: [DiscoveryModule],
  providers: [SkillMetadataAccessor, SkillExplorer, SkillRegistry, SkillRouter],
  exports: [SkillRegistry, SkillRouter],
})
export class SkillsModule {}
