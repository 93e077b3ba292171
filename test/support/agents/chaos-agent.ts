import { Module } from '@nestjs/common';
import { A2AModule, type A2AOptions } from '../../../src/a2a/index.js';
import { optionsFromEnvironment } from './case-options.js';
import { collectOnSignal } from './collect-on-signal.js';
import { runAgent } from './run-agent.js';
import { ChaosSkills } from './skills/chaos.skills.js';

/** Options from the environment, and any limit from LIMITS, which is JSON. */
function chaosOptions(env: NodeJS.ProcessEnv): A2AOptions {
  const options = optionsFromEnvironment(env);
  return { ...options, limits: { ...options.limits, ...(JSON.parse(env.LIMITS ?? '{}') as object) } };
}

/** An agent of few skills, so that many processes of it need few connections. */
@Module({
  imports: [A2AModule.forRoot(chaosOptions(process.env))],
  providers: [ChaosSkills],
})
class ChaosAgentModule {}

collectOnSignal();
runAgent(ChaosAgentModule, process.env);
