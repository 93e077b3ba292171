import { Injectable } from '@nestjs/common';
import {
  FailTask,
  type Message,
  RejectTask,
  Skill,
  type SkillContext,
  type SkillOutput,
} from '../../../../src/a2a/index.js';
import { inline, numbersIn, queued } from './case-skill.js';
import { Observations } from './observations.js';

/** Must never reach a caller. */
const SECRET = 'postgres://admin:hunter2@internal';

/** Skills that end badly. */
@Injectable()
export class FailingSkills {
  constructor(private readonly observations: Observations) {}

  /** `throw 3`: throws after three events. */
  @Skill(queued('throw', 'throw 3', { attempts: 1 }))
  async *throw(message: Message): AsyncGenerator<SkillOutput> {
    const [after = 0] = numbersIn(message);
    for (let index = 0; index < after; index += 1) yield `before ${index}`;
    throw new Error(`can not reach ${SECRET}`);
  }

  @Skill(inline('throw-inline'))
  throwInline(message: Message): AsyncGenerator<SkillOutput> {
    return this.throw(message);
  }

  /** Throws in its first attempt, after an artifact that only this attempt writes. */
  @Skill(queued('throw-once', undefined, { attempts: 2 }))
  async *throwOnce(_message: Message, context: SkillContext): AsyncGenerator<SkillOutput> {
    this.observations.note(`attempt ${context.attempt}`);
    if (context.attempt === 1) {
      yield { artifactId: 'given-up', parts: [{ text: 'of the first attempt' }] };
      yield 'half';
      throw new Error(SECRET);
    }
    yield 'whole';
  }

  @Skill(queued('fail'))
  fail(): string {
    this.observations.note('fail');
    throw new FailTask('The printer is out of paper.');
  }

  @Skill(queued('reject'))
  reject(): string {
    this.observations.note('reject');
    throw new RejectTask('Only on weekdays.');
  }

  @Skill(inline('fail-inline'))
  failInline(): string {
    return this.fail();
  }

  @Skill(inline('reject-inline'))
  rejectInline(): string {
    return this.reject();
  }
}
