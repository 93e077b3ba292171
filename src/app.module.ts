import { type DynamicModule, Module } from '@nestjs/common';
import { A2AModule, type Binding } from './a2a/index.js';
import { CodeReviewModule } from './agent/code-review/code-review.module.js';
import { DiceModule } from './agent/dice/dice.module.js';
import { agentOptions } from './agent.options.js';
import type { LoadedEnvironment } from './environment/index.js';

/** What this agent is made of. Add the modules of your skills here. */
@Module({ imports: [DiceModule, CodeReviewModule] })
export class AppModule {
  /** @param environment what the environment says about this process */
  static in(environment: LoadedEnvironment): DynamicModule {
    const serves = (binding: Binding): boolean => environment.INTERFACES.includes(binding);
    return {
      module: AppModule,
      imports: [
        A2AModule.forRoot({
          ...agentOptions(environment),
          jsonRpcPath: serves('JSONRPC') && environment.JSON_RPC_PATH,
          httpJsonPath: serves('HTTP+JSON') && environment.HTTP_JSON_PATH,
          artifactPath: environment.ARTIFACT_PATH,
        }),
      ],
    };
  }
}
