import { IsInt } from 'class-validator';
import { of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Artifact, Message } from '../../protocol/index.js';
import type { SkillContext } from './skill-context.js';
import { Skill, SKILL_ARGUMENTS } from './skill.decorator.js';
import { textArtifact } from './skill-event.js';

class Request {
  @IsInt()
  level: number;
}

const about = { id: 'x', name: 'x', description: 'x', tags: ['x'] };

/** What does not compile here is the test: `tsc` reports every `@ts-expect-error` that is not needed. */
class Declarations {
  @Skill(about)
  message(_: Message): Artifact {
    return textArtifact('a', 'b');
  }

  @Skill({ ...about, input: Request })
  dto(request: Request, context: SkillContext) {
    return of({ progress: { percent: request.level * context.turn } });
  }

  @Skill({ ...about, input: z.object({ city: z.string() }) })
  async schema({ city }: { city: string }) {
    return city;
  }

  @Skill(about)
  async *stream(): AsyncGenerator<string> {
    yield 'a';
  }

  @Skill({ ...about, run: 'inline', reply: 'message' })
  reply(): string {
    return 'hi';
  }

  // @ts-expect-error the input is a Request, not a Message
  @Skill({ ...about, input: Request })
  wrongInput(_: Message): void {
    return undefined;
  }

  // @ts-expect-error a number is no result
  @Skill(about)
  wrongResult(): number {
    return 1;
  }

  // @ts-expect-error a direct reply is no artifact
  @Skill({ ...about, run: 'inline', reply: 'message' })
  wrongReply(): { artifact: Artifact } {
    return { artifact: textArtifact('a', 'b') };
  }
}

describe('@Skill()', () => {
  it('tells Nest where the arguments are, so that pipes reach them', () => {
    expect(Reflect.getMetadata(SKILL_ARGUMENTS, Declarations, 'message')).toMatchObject({
      '0:0': { index: 0 },
      '1:1': { index: 1 },
    });
  });

  it('refuses a direct reply of a queued skill at compile time', () => {
    // @ts-expect-error reply: 'message' needs run: 'inline'
    expect(Skill({ ...about, reply: 'message' })).toBeTypeOf('function');
  });
});
