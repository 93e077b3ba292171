import { type DynamicModule, Module } from '@nestjs/common';
import { A2AModule } from './a2a/index.js';
import { CodeReviewModule } from './agent/code-review/code-review.module.js';
import { DiceModule } from './agent/dice/dice.module.js';
import { agentOptions } from './agent.options.js';
import type { LoadedEnvironment } from './environment/index.js';

/** What this agent is made of. Add the modules of your skills here. */
@Module({ imports: [DiceModule, CodeReviewModule] })
export class AppModule {
  /** @param environment what the environment says about this process */
  static in(environment: LoadedEnvironment): DynamicModule {
    return {
      module: AppModule,
      imports: [
        A2AModule.forRoot({
          ...agentOptions(environment),
          jsonRpcPath: environment.JSON_RPC_PATH,
          httpJsonPath: environment.HTTP_JSON_PATH,
          artifactPath: environment.ARTIFACT_PATH,
        }),
      ],
    };
  }
}
