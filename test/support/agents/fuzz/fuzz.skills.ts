import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  FailTask,
  type Message,
  type MessageReply,
  Skill,
  type SkillContext,
  type SkillOutput,
} from '../../../../src/a2a/index.js';
import { inline, queued, textOf } from '../skills/case-skill.js';

const LINGER_MS = 150;

/** Skills that are cheap, and give back what they were given. */
@Injectable()
export class FuzzSkills {
  @Skill({ ...inline('echo'), outputModes: ['*/*'] })
  echo(message: Message): SkillOutput {
    return {
      artifactId: 'echo',
      parts: message.parts,
      ...(message.metadata && { metadata: message.metadata }),
    };
  }

  @Skill({ ...inline('reply'), run: 'inline', reply: 'message', outputModes: ['*/*'] })
  reply({ parts, metadata }: Message): MessageReply {
    return { parts, ...(metadata && { metadata }) };
  }

  /** Waits for its caller until it is told to go on. */
  @Skill({ ...inline('ask'), outputModes: ['*/*'] })
  ask(message: Message, context: SkillContext): string {
    if (context.turn < 3) context.ask(`What next after ${textOf(message).slice(0, 100)}?`);
    return textOf(message);
  }

  /** Three pieces of an artifact, and progress between them. */
  @Skill({ ...inline('pieces'), outputModes: ['*/*'] })
  async *pieces(message: Message, context: SkillContext): AsyncGenerator<SkillOutput> {
    for (const part of message.parts.slice(0, 3)) {
      context.progress(50, textOf(message).slice(0, 100));
      yield { artifact: { artifactId: 'pieces', parts: [part] }, append: true };
    }
    yield 'done';
  }

  @Skill({ ...queued('later'), outputModes: ['*/*'] })
  later(message: Message): string {
    return textOf(message);
  }

  /** Works for a moment, so that there is something to cancel and to subscribe to. */
  @Skill({ ...inline('linger'), outputModes: ['*/*'] })
  async linger(_message: Message, { signal }: SkillContext): Promise<string> {
    await delay(LINGER_MS, undefined, { signal });
    return 'done';
  }

  @Skill({ ...inline('fail'), outputModes: ['*/*'] })
  fail(message: Message): never {
    throw new FailTask(textOf(message).slice(0, 100) || 'It can not be done.');
  }
}
