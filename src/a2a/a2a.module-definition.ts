import { ConfigurableModuleBuilder } from '@nestjs/common';
import { A2A_OPTIONS, type A2AOptions } from './options/a2a-options.js';
import { ARTIFACT_PATH, artifactPath as pathOf, DEFAULT_ARTIFACT_PATH } from './options/artifact-options.js';
import { ArtifactsModule } from './transports/artifacts/artifacts.module.js';
import { HTTP_JSON_PATH } from './transports/http-json/http-json-base.js';
import { HttpJsonModule } from './transports/http-json/http-json.module.js';
import { DEFAULT_JSON_RPC_PATH } from './transports/json-rpc/json-rpc.controller.js';
import { JsonRpcModule } from './transports/json-rpc/json-rpc.module.js';

/** What has to be known before the options are: routes are made when modules are declared. */
interface A2AExtras {
  /** Where the JSON-RPC binding is mounted; `/a2a/jsonrpc` unless set, false for nowhere. */
  jsonRpcPath?: string | false;
  /**
   * Below which path the HTTP+JSON binding is mounted, which answers all of them; `/a2a/v1` unless set, false for
   * nowhere.
   */
  httpJsonPath?: string | false;
  /** Below which path the contents of large artifacts are served; `/a2a/artifacts` unless set. */
  artifactPath?: string;
}

const extras: A2AExtras = {
  jsonRpcPath: DEFAULT_JSON_RPC_PATH,
  httpJsonPath: HTTP_JSON_PATH,
  artifactPath: DEFAULT_ARTIFACT_PATH,
};

export const { ConfigurableModuleClass } = new ConfigurableModuleBuilder<A2AOptions>({
  optionsInjectionToken: A2A_OPTIONS,
})
  .setClassMethodName('forRoot')
  .setExtras(extras, (definition, { jsonRpcPath, httpJsonPath, artifactPath = DEFAULT_ARTIFACT_PATH }) => ({
    ...definition,
    global: true,
    imports: [
      ...(definition.imports ?? []),
      // In this order: the paths of the first two may lie below that of the last.
      ...(jsonRpcPath === false ? [] : [JsonRpcModule.at(jsonRpcPath)]),
      ArtifactsModule.at(pathOf(artifactPath)),
      ...(httpJsonPath === false ? [] : [HttpJsonModule.at(httpJsonPath)]),
    ],
    providers: [...(definition.providers ?? []), { provide: ARTIFACT_PATH, useValue: pathOf(artifactPath) }],
    exports: [A2A_OPTIONS, ARTIFACT_PATH],
  }))
  .build();
