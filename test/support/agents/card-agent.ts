import { Module } from '@nestjs/common';
import { A2AModule, type A2AOptions } from '../../../src/a2a/index.js';
import { agentOptions } from '../../../src/agent.options.js';
import { loadEnvironment } from '../../../src/environment/index.js';
import { GradedSkills, NewSkills } from './card/graded.skills.js';
import { GroupsController, GroupsSwitch } from './card/groups.controller.js';
import { RemoteCardKeys } from './card/remote-card-keys.js';
import { runAgent } from './run-agent.js';

const { DESCRIPTION, INJECT_GROUPS, KEY_SERVICE_URL, NEW_SKILL } = process.env;

/** As the shipped agent's, but for what DESCRIPTION and KEY_SERVICE_URL say. */
function optionsOf(env: NodeJS.ProcessEnv): A2AOptions {
  const options = agentOptions(loadEnvironment(env).environment);
  return {
    ...options,
    agent: { ...options.agent, ...(DESCRIPTION !== undefined && { description: DESCRIPTION }) },
    card: {
      ...options.card,
      ...(KEY_SERVICE_URL !== undefined && { signingKeys: new RemoteCardKeys(KEY_SERVICE_URL) }),
    },
  };
}

/** An agent with skills that are not for everybody, and with groups that can be turned. */
@Module({
  imports: [A2AModule.forRoot(optionsOf(process.env))],
  controllers: [GroupsController],
  providers: [
    GradedSkills,
    ...(NEW_SKILL === 'true' ? [NewSkills] : []),
    ...(INJECT_GROUPS === 'true' ? [GroupsSwitch] : []),
  ],
})
class CardAgentModule {}

runAgent(CardAgentModule, process.env);
