import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  type Message,
  type MessageReply,
  RejectTask,
  Skill,
  type SkillContext,
  type SkillOutput,
} from '../../../../src/a2a/index.js';
import { inline, queued, textOf } from './case-skill.js';

/** Skills that talk with their caller. */
@Injectable()
export class DialogueSkills {
  @Skill(queued('need-input', 'need input'))
  needInput(message: Message, context: SkillContext): string {
    if (context.turn === 1 || textOf(message) === 'again') context.ask('Which colour?');
    return `You said ${textOf(message)}`;
  }

  @Skill(inline('need-input-inline'))
  needInputInline(message: Message, context: SkillContext): string {
    return this.needInput(message, context);
  }

  @Skill({ ...inline('reply'), run: 'inline', reply: 'message' })
  reply(message: Message): MessageReply {
    if (textOf(message) === 'refuse') throw new RejectTask('I would rather not.');
    if (textOf(message) === 'break') throw new Error('can not reach postgres://admin:hunter2@internal');
    return { parts: [{ text: `Hello, ${textOf(message)}` }], metadata: { mood: 'good' } };
  }

  /** `5`: so many remarks; one unless told. */
  @Skill(queued('remark'))
  async *remark(message: Message): AsyncGenerator<SkillOutput> {
    const remarks = Number(textOf(message)) || 1;
    for (let made = 0; made < remarks; made += 1) yield { remark: 'This takes a while.' };
    yield 'done';
  }

  /** Tells what its caller takes; `fail` makes the first attempt fail, `ask` makes it ask for another turn. */
  @Skill(queued('accepts', undefined, { attempts: 2 }))
  accepts(message: Message, context: SkillContext): string {
    if (textOf(message) === 'fail' && context.attempt === 1) throw new Error('The first attempt fails.');
    if (textOf(message) === 'ask') context.ask('What else?');
    return `attempt ${context.attempt}: ${context.acceptedOutputModes.join(', ') || 'anything'}`;
  }

  @Skill(inline('accepts-inline'))
  acceptsInline(message: Message, context: SkillContext): string {
    return this.accepts(message, context);
  }

  @Skill({ ...inline('accepts-reply'), run: 'inline', reply: 'message' })
  acceptsReply(message: Message, context: SkillContext): MessageReply {
    return this.accepts(message, context);
  }

  /** Reports progress that also falls, which must not be seen. */
  @Skill(queued('progress'))
  async progress(_message: Message, context: SkillContext): Promise<string> {
    for (const percent of [10, 50, 20, 90]) {
      context.progress(percent, `at ${percent}`);
      await delay(600);
    }
    return 'done';
  }

  /** Needs an authorisation that its caller gives elsewhere. */
  @Skill(queued('need-auth'))
  needAuth(_message: Message, context: SkillContext): string {
    if (context.turn === 1) context.requireAuth('Authorise the repository at https://login.example/device');
    return 'read';
  }

  /** Gives pictures. */
  @Skill({ ...inline('draw'), outputModes: ['image/png', 'image/svg+xml'] })
  draw(): SkillOutput {
    return { raw: 'iVBORw0KGgo=', mediaType: 'image/png' };
  }

  /** Takes plain text and nothing else. */
  @Skill({ ...inline('plain-only'), inputModes: ['text/plain'] })
  plainOnly(): string {
    return 'plain';
  }

  /** Gives back what it was given, so that a test sees what has been kept of it. */
  @Skill(inline('echo'))
  echo(message: Message): SkillOutput {
    return {
      artifactId: 'echo',
      parts: message.parts,
      ...(message.metadata && { metadata: message.metadata }),
    };
  }
}
