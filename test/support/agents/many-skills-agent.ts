import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Module, type Type } from '@nestjs/common';
import { A2AModule, type Message, Skill } from '../../../src/a2a/index.js';
import { optionsFromEnvironment } from './case-options.js';
import { runAgent } from './run-agent.js';
import { queued, textOf } from './skills/case-skill.js';

/** A class with one queued skill, `skill-<number>`. */
function numberedSkill(number: number): Type {
  @Injectable()
  class NumberedSkill {
    @Skill(queued(`skill-${number}`))
    async run(message: Message): Promise<string> {
      await delay(Number(process.env.PAUSE_MS ?? 0));
      return `${number}: ${textOf(message)}`;
    }
  }
  return NumberedSkill;
}

/** An agent with as many queued skills as SKILLS says, each of which takes PAUSE_MS. */
@Module({
  imports: [A2AModule.forRoot(optionsFromEnvironment(process.env))],
  providers: Array.from({ length: Number(process.env.SKILLS) }, (_, index) => numberedSkill(index + 1)),
})
class ManySkillsModule {}

runAgent(ManySkillsModule, process.env);
