import { Module } from '@nestjs/common';
import { A2A_OPTIONS } from '../options/a2a-options.js';
import { A2AGuard } from './a2a.guard.js';
import { Authenticator } from './authentication/authenticator.service.js';
import { declareSecurity, SECURITY_DECLARATION } from './declaration/security-declaration.js';
import { SkillsModule } from '../skills/skills.module.js';
import { AccessRules } from './requirements/access-rules.service.js';
import { SkillRules } from './requirements/skill-rules.service.js';
import { ResourceMetadataController } from './resource-metadata.controller.js';

/** What callers must prove, declared and enforced from one place. Needs the global A2A_OPTIONS. */
@Module({
  imports: [SkillsModule],
  controllers: [ResourceMetadataController],
  providers: [
    { provide: SECURITY_DECLARATION, useFactory: declareSecurity, inject: [A2A_OPTIONS] },
    AccessRules,
    SkillRules,
    Authenticator,
    A2AGuard,
  ],
  exports: [SECURITY_DECLARATION, AccessRules, SkillRules, Authenticator, A2AGuard],
})
export class SecurityModule {}
