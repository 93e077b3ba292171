import { type DynamicModule, Module } from '@nestjs/common';
import { AgentInterfaces } from '../../card/content/agent-interfaces.js';
import { CallsModule } from '../calls/calls.module.js';
import { HTTP_JSON_BASE, HTTP_JSON_PATH, httpJsonBase } from './http-json-base.js';
import { createHttpJsonController } from './http-json.controller.js';
import { HttpJsonEndpoint } from './http-json.endpoint.js';
import { UndecodablePaths } from './routing/undecodable-paths.service.js';

/** The HTTP+JSON binding, mounted and announced on the card. */
@Module({})
export class HttpJsonModule {
  /**
   * @param path what its paths are below; begins with a slash
   * @throws Error for the root
   */
  static at(path: string = HTTP_JSON_PATH): DynamicModule {
    const base = httpJsonBase(path);
    return {
      module: HttpJsonModule,
      imports: [CallsModule],
      controllers: [createHttpJsonController(base)],
      providers: [
        HttpJsonEndpoint,
        UndecodablePaths,
        { provide: HTTP_JSON_BASE, useValue: base },
        {
          provide: HTTP_JSON_INTERFACE,
          useFactory: (interfaces: AgentInterfaces) => interfaces.announce(base, 'HTTP+JSON'),
          inject: [AgentInterfaces],
        },
      ],
    };
  }
}

const HTTP_JSON_INTERFACE = Symbol('nest-a2a:http-json-interface');
