import { Module, type OnModuleInit } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { ConfigurableModuleClass } from './a2a.module-definition.js';
import { CardModule } from './card/card.module.js';
import { DatastoreModule } from './datastore/datastore.module.js';
import { EngineModule } from './engine/engine.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { OperationsModule } from './operations/operations.module.js';
import { RuntimeModule } from './runtime/runtime.module.js';
import { SkillsModule } from './skills/skills.module.js';

/**
 * Makes the application an A2A agent: import it once, with `forRoot` or `forRootAsync`, create the application
 * with `bodyParser: false`, and start it with {@link serve}. Its skills are the `@Skill()` methods of any provider.
 */
@Module({
  imports: [
    DatastoreModule,
    EngineModule,
    OperationsModule,
    CardModule,
    RuntimeModule,
    OpenApiModule,
    SkillsModule,
  ],
  // Applications inject SkillGroups.
  exports: [SkillsModule],
})
export class A2AModule extends ConfigurableModuleClass implements OnModuleInit {
  constructor(private readonly modules: ModulesContainer) {
    super();
  }

  /** @throws Error if the application imports the module twice: two engines would share one name */
  onModuleInit(): void {
    const imported = [...this.modules.values()].filter(({ metatype }) => metatype === A2AModule);
    if (imported.length > 1) {
      throw new Error('A2AModule.forRoot() is called twice. Import it once, in the root module.');
    }
  }
}
