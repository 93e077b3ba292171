import { Module } from '@nestjs/common';
import { CardModule } from '../card/card.module.js';
import { SecurityModule } from '../security/security.module.js';
import { DocumentationController } from './documentation.controller.js';
import { DocumentationGuard } from './documentation.guard.js';
import { Documentation } from './documentation.service.js';

/** What an agent says of its own interface: an OpenAPI document, JSON Schemas, and a page for people. */
@Module({
  imports: [CardModule, SecurityModule],
  controllers: [DocumentationController],
  providers: [Documentation, DocumentationGuard],
})
export class OpenApiModule {}
