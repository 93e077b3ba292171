import { Controller, Get, Header, Inject, NotFoundException } from '@nestjs/common';
import { ANONYMOUS } from '../identity/principal.js';
import { A2A_OPTIONS, type A2AOptions } from '../options/a2a-options.js';
import { resourceMetadata } from './declaration/resource-metadata.js';
import { SECURITY_DECLARATION, type SecurityDeclaration } from './declaration/security-declaration.js';
import { SkillOffer } from '../skills/skill-offer.service.js';
import { RESOURCE_METADATA_PATH } from './requirements/challenge-settings.js';
import { SkillRules } from './requirements/skill-rules.service.js';

/** Says who gives out tokens for this agent (RFC 9728), from what the card is made of. */
@Controller()
export class ResourceMetadataController {
  constructor(
    @Inject(SECURITY_DECLARATION) private readonly declaration: SecurityDeclaration,
    private readonly rules: SkillRules,
    private readonly offer: SkillOffer,
    @Inject(A2A_OPTIONS) private readonly options: A2AOptions,
  ) {}

  /** @throws NotFoundException where no scheme takes tokens */
  @Get(RESOURCE_METADATA_PATH)
  @Header('Cache-Control', 'public, max-age=3600')
  get(): object {
    // Of no skill but those on the card: what others ask for is not for everybody's eyes.
    const scopes = this.offer.to(ANONYMOUS).flatMap((skill) => this.rules.scopesOf(skill));
    const metadata = resourceMetadata(this.declaration, this.options.publicUrl, scopes);
    if (!metadata) {
      throw new NotFoundException('This agent takes no access tokens. Its Agent Card says what it asks for.');
    }
    return metadata;
  }
}
