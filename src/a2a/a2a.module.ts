import { type DynamicModule, Module, type OnModuleInit } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { ConfigurableModuleClass } from './a2a.module-definition.js';
import { CardModule } from './card/card.module.js';
import { DatastoreModule } from './datastore/datastore.module.js';
import { EngineModule } from './engine/engine.module.js';
import { OperationsModule } from './operations/operations.module.js';
import { RuntimeModule } from './runtime/runtime.module.js';
import { HttpJsonModule } from './transports/http-json/http-json.module.js';

/** Known before the options are: routes are made when modules are declared. */
interface HttpJsonExtras {
  /** Where the HTTP+JSON binding is mounted; `/a2a/v1` unless set. */
  readonly httpJsonPath?: string;
}

type ForRoot = Parameters<typeof ConfigurableModuleClass.forRoot>[0] & HttpJsonExtras;
type ForRootAsync = Parameters<typeof ConfigurableModuleClass.forRootAsync>[0] & HttpJsonExtras;

/**
 * Makes the application an A2A agent: import it once, with `forRoot` or `forRootAsync`, create the application
 * with `bodyParser: false`, and start it with {@link serve}. Its skills are the `@Skill()` methods of any provider.
 */
@Module({ imports: [DatastoreModule, EngineModule, OperationsModule, CardModule, RuntimeModule] })
export class A2AModule extends ConfigurableModuleClass implements OnModuleInit {
  constructor(private readonly modules: ModulesContainer) {
    super();
  }

  /** @param options with what bindings need to know beside them: `jsonRpcPath`, `httpJsonPath` */
  static override forRoot({ httpJsonPath, ...options }: ForRoot): DynamicModule {
    return withHttpJson(super.forRoot(options), httpJsonPath);
  }

  /** Like {@link forRoot}, with options that are known later; the paths are not among these. */
  static override forRootAsync({ httpJsonPath, ...options }: ForRootAsync): DynamicModule {
    return withHttpJson(super.forRootAsync(options), httpJsonPath);
  }

  /** @throws Error if the application imports the module twice: two engines would share one name */
  onModuleInit(): void {
    const imported = [...this.modules.values()].filter(({ metatype }) => metatype === A2AModule);
    if (imported.length > 1) {
      throw new Error('A2AModule.forRoot() is called twice. Import it once, in the root module.');
    }
  }
}

function withHttpJson(module: DynamicModule, path: string | undefined): DynamicModule {
  return { ...module, imports: [...(module.imports ?? []), HttpJsonModule.at(path)] };
}
