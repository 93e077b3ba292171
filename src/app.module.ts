import { type DynamicModule, Module } from '@nestjs/common';
import { A2AModule } from './a2a/index.js';
import { agentConfig } from './agent/agent.config.js';
import { CodeReviewModule } from './agent/code-review/code-review.module.js';
import { DiceModule } from './agent/dice/dice.module.js';
import type { LoadedEnvironment } from './environment/index.js';

/** What this agent is made of. Add the modules of your skills here. */
@Module({ imports: [DiceModule, CodeReviewModule] })
export class AppModule {
  /** @param environment what the environment says about this process */
  static in(environment: LoadedEnvironment): DynamicModule {
    const { OAUTH_ISSUER: issuer, OAUTH_AUDIENCE: audience } = environment;
    return {
      module: AppModule,
      imports: [
        A2AModule.forRoot({
          agent: agentConfig,
          publicUrl: environment.PUBLIC_URL,
          role: environment.ROLE,
          datastore: { url: environment.DATASTORE_URL, dataDir: environment.DATA_DIR },
          oauth: issuer && audience ? { issuer, audience } : undefined,
          jsonRpcPath: environment.JSON_RPC_PATH,
        }),
      ],
    };
  }
}
