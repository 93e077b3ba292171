import { Injectable, Module } from '@nestjs/common';
import { A2AModule, Skill, type SkillOptions } from '../../../src/a2a/index.js';
import { optionsFromEnvironment } from './case-options.js';
import { runAgent } from './run-agent.js';
import { queued } from './skills/case-skill.js';

/** Faults that the compiler can not see. */
@Injectable()
class FaultySkills {
  @Skill(queued('twin'))
  twin(): string {
    return '';
  }

  @Skill(queued('twin'))
  otherTwin(): string {
    return '';
  }

  @Skill({ ...queued('untagged'), tags: [] })
  untagged(): string {
    return '';
  }

  @Skill({ ...queued('undescribed'), description: ' ' })
  undescribed(): string {
    return '';
  }

  @Skill({ ...queued('bad-input'), inputModes: ['text'] })
  badInput(): string {
    return '';
  }

  @Skill({ ...queued('bad-output'), outputModes: ['text/plain', 'no type/at all'] })
  badOutput(): string {
    return '';
  }

  // What a team without the compiler's types may write.
  @Skill({ ...queued('replying'), reply: 'message' } as unknown as SkillOptions & { reply: 'task' })
  replying(): string {
    return '';
  }

  @Skill(queued('idle', undefined, { concurrency: 0 }))
  idle(): string {
    return '';
  }

  @Skill(queued('right'))
  right(): string {
    return '';
  }
}

const options = optionsFromEnvironment(process.env);

@Module({ imports: [A2AModule.forRoot(options)], providers: [FaultySkills] })
class FaultySkillsModule {}

@Module({ imports: [A2AModule.forRoot(options)] })
class FirstModule {}

@Module({ imports: [FirstModule, A2AModule.forRoot(options)] })
class TwiceModule {}

/** An agent that must not start; FAULT says why. */
runAgent(process.env.FAULT === 'twice' ? TwiceModule : FaultySkillsModule, process.env);
