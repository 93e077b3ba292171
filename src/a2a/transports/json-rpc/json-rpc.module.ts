import { type DynamicModule, Module } from '@nestjs/common';
import { AgentInterfaces } from '../../card/content/agent-interfaces.js';
import { CallsModule } from '../calls/calls.module.js';
import { createJsonRpcController, DEFAULT_JSON_RPC_PATH } from './json-rpc.controller.js';
import { JsonRpcEndpoint } from './json-rpc.endpoint.js';

/** The JSON-RPC binding, mounted and announced on the card. */
@Module({})
export class JsonRpcModule {
  /** @param path where it is mounted; begins with a slash */
  static at(path: string = DEFAULT_JSON_RPC_PATH): DynamicModule {
    return {
      module: JsonRpcModule,
      imports: [CallsModule],
      controllers: [createJsonRpcController(path)],
      providers: [
        JsonRpcEndpoint,
        {
          provide: JSON_RPC_INTERFACE,
          useFactory: (interfaces: AgentInterfaces) => interfaces.announce(path, 'JSONRPC'),
          inject: [AgentInterfaces],
        },
      ],
    };
  }
}

const JSON_RPC_INTERFACE = Symbol('nest-a2a:json-rpc-interface');
