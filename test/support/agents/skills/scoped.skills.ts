import { randomUUID } from 'node:crypto';
import { Injectable, Scope } from '@nestjs/common';
import { type Message, Skill, type SkillContext } from '../../../../src/a2a/index.js';
import { inline, queued } from './case-skill.js';

/** Exists once per turn. */
@Injectable({ scope: Scope.REQUEST })
export class TurnNumber {
  readonly value = randomUUID();
}

/** A skill with a request-scoped dependency. */
@Injectable()
export class ScopedSkills {
  constructor(
    private readonly first: TurnNumber,
    private readonly second: TurnNumber,
  ) {}

  @Skill(queued('scoped'))
  scoped(_message: Message, context: SkillContext): string {
    if (this.first !== this.second) throw new Error('Two instances in one turn.');
    if (context.turn === 1) context.ask(this.first.value);
    return this.first.value;
  }

  @Skill(inline('scoped-inline'))
  scopedInline(message: Message, context: SkillContext): string {
    return this.scoped(message, context);
  }
}
