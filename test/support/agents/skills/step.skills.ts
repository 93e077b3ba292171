import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type Message, Skill, type SkillContext, type SkillOutput } from '../../../../src/a2a/index.js';
import { numbersIn, queued } from './case-skill.js';
import { Observations } from './observations.js';

/** A skill that need not start over after a crash. */
@Injectable()
export class StepSkills {
  constructor(private readonly observations: Observations) {}

  /** `steps 5 200`: five steps of 200 ms; each run of one is noted. */
  @Skill(queued('steps'))
  async *steps(message: Message, context: SkillContext): AsyncGenerator<SkillOutput> {
    const [count = 5, ms = 100] = numbersIn(message);
    for (let index = 1; index <= count; index += 1) {
      const result = await context.step(`step-${index}`, async () => {
        await delay(ms);
        this.observations.note(`step ${index}`);
        return `result ${index}`;
      });
      context.progress((100 * index) / count, `step ${index} of ${count}`);
      yield result;
    }
  }
}
