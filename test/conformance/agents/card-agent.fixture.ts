import { Injectable, Module } from '@nestjs/common';
import { A2AModule, type A2AOptions, type Message, Skill } from '../../../src/a2a/index.js';
import { optionsFromEnvironment } from '../../support/agents/case-options.js';
import { runAgent } from '../../support/agents/run-agent.js';
import { queued, textOf } from '../../support/agents/skills/case-skill.js';

const { env } = process;
const INNER = 'inner';

/** What everybody is offered. */
@Injectable()
class PublicSkills {
  @Skill(queued('welcome', 'hello'))
  welcome(): string {
    return 'Welcome.';
  }
}

/** What is for some. */
@Injectable()
class InnerSkills {
  @Skill({ ...queued('members', 'minutes'), group: INNER, visibility: 'authenticated' })
  members(message: Message): string {
    return textOf(message);
  }

  @Skill({ ...queued('payroll', 'wages'), group: INNER, visibility: { scope: 'payroll:read' } })
  payroll(message: Message): string {
    return textOf(message);
  }
}

/** Options from the environment: PUBLIC_URL, SIGNING_KEYS (a JSON list of files), INNER=off. */
function cardOptions(): A2AOptions {
  const options = optionsFromEnvironment(env);
  return {
    ...options,
    agent: {
      ...options.agent,
      description: 'Zeigt jedem das Seine: 各人.',
      provider: { organization: 'Example', url: 'https://example.com' },
    },
    publicUrl: env.PUBLIC_URL ?? options.publicUrl,
    skillGroupsOff: env.INNER === 'off' ? [INNER] : [],
    card: {
      ownExtensions: false,
      ...(env.SIGNING_KEYS && { signingKeys: JSON.parse(env.SIGNING_KEYS) as string[] }),
    },
  };
}

/** An agent that shows some of its skills to some; with PUBLIC=none it has no others. */
@Module({
  imports: [A2AModule.forRoot(cardOptions())],
  providers: env.PUBLIC === 'none' ? [InnerSkills] : [PublicSkills, InnerSkills],
})
class CardAgentModule {}

runAgent(CardAgentModule, env);
