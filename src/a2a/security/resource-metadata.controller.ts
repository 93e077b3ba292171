import { Controller, Get, Header, Inject, NotFoundException } from '@nestjs/common';
import { A2A_OPTIONS, type A2AOptions } from '../options/a2a-options.js';
import { resourceMetadata } from './declaration/resource-metadata.js';
import { SECURITY_DECLARATION, type SecurityDeclaration } from './declaration/security-declaration.js';
import { RESOURCE_METADATA_PATH } from './requirements/challenge-settings.js';

/** Says who gives out tokens for this agent (RFC 9728), from what the card is made of. */
@Controller()
export class ResourceMetadataController {
  private readonly metadata?: object;

  constructor(
    @Inject(SECURITY_DECLARATION) declaration: SecurityDeclaration,
    @Inject(A2A_OPTIONS) { publicUrl }: A2AOptions,
  ) {
    this.metadata = resourceMetadata(declaration, publicUrl);
  }

  /** @throws NotFoundException where no scheme takes tokens */
  @Get(RESOURCE_METADATA_PATH)
  @Header('Cache-Control', 'public, max-age=3600')
  get(): object {
    if (!this.metadata) {
      throw new NotFoundException('This agent takes no access tokens. Its Agent Card says what it asks for.');
    }
    return this.metadata;
  }
}
