import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { SkillExplorer } from './registry/skill.explorer.js';
import { SkillMetadataAccessor } from './registry/skill-metadata.accessor.js';
import { SkillRegistry } from './registry/skill-registry.js';

/** Finds the agent's skills. */
@Module({
  imports: [DiscoveryModule],
  providers: [SkillMetadataAccessor, SkillExplorer, SkillRegistry],
  exports: [SkillRegistry],
})
export class SkillsModule {}
