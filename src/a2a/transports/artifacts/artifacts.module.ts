import { type DynamicModule, Module } from '@nestjs/common';
import { NetModule } from '../../net/net.module.js';
import { OperationsModule } from '../../operations/operations.module.js';
import { CallsModule } from '../calls/calls.module.js';
import { HTTP_JSON_BASE } from '../http-json/http-json-base.js';
import { UndecodablePaths } from '../http-json/routing/undecodable-paths.service.js';
import { createArtifactsController } from './artifacts.controller.js';
import { ArtifactsEndpoint } from './artifacts.endpoint.js';

/** Serves the contents that artifacts name by a URL of the agent. Needs the global ARTIFACT_PATH. */
@Module({})
export class ArtifactsModule {
  /** @param path begins with a slash and ends with none */
  static at(path: string): DynamicModule {
    return {
      module: ArtifactsModule,
      imports: [NetModule, CallsModule, OperationsModule],
      controllers: [createArtifactsController(path)],
      providers: [ArtifactsEndpoint, UndecodablePaths, { provide: HTTP_JSON_BASE, useValue: path }],
    };
  }
}
