import { ConfigurableModuleBuilder } from '@nestjs/common';
import { A2A_OPTIONS, type A2AOptions } from './options/a2a-options.js';
import { DEFAULT_JSON_RPC_PATH } from './transports/json-rpc/json-rpc.controller.js';
import { JsonRpcModule } from './transports/json-rpc/json-rpc.module.js';

/** What has to be known before the options are: routes are made when modules are declared. */
interface A2AExtras {
  /** Where the JSON-RPC binding is mounted; `/a2a/jsonrpc` unless set. */
  jsonRpcPath?: string;
}

const extras: A2AExtras = { jsonRpcPath: DEFAULT_JSON_RPC_PATH };

export const { ConfigurableModuleClass } = new ConfigurableModuleBuilder<A2AOptions>({
  optionsInjectionToken: A2A_OPTIONS,
})
  .setClassMethodName('forRoot')
  .setExtras(extras, (definition, { jsonRpcPath }) => ({
    ...definition,
    global: true,
    imports: [...(definition.imports ?? []), JsonRpcModule.at(jsonRpcPath)],
    exports: [A2A_OPTIONS],
  }))
  .build();
