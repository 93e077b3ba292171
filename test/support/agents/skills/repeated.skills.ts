import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type Message, Skill, type SkillContext } from '../../../../src/a2a/index.js';
import { inline, numbersIn, queued } from './case-skill.js';
import { Observations } from './observations.js';

/** Skills that note each run: `count 0.5` takes half a second. */
@Injectable()
export class RepeatedSkills {
  constructor(private readonly observations: Observations) {}

  @Skill(queued('count'))
  async count(message: Message): Promise<string> {
    this.observations.note(`ran ${message.messageId}`);
    const [seconds = 0] = numbersIn(message);
    await delay(seconds * 1_000);
    return `counted ${message.messageId}`;
  }

  @Skill(inline('count-inline'))
  countInline(message: Message): Promise<string> {
    return this.count(message);
  }

  @Skill({ ...inline('count-reply'), run: 'inline', reply: 'message' })
  countReply(message: Message): Promise<string> {
    return this.count(message);
  }

  /** Takes longer than it may, and heeds its signal or not. */
  @Skill(queued('hang', undefined, { attempts: 3, timeout: '1s' }))
  async hang(message: Message, { signal }: SkillContext): Promise<void> {
    this.observations.note(`ran ${message.messageId}`);
    await delay(60_000, undefined, numbersIn(message).length > 0 ? {} : { signal });
  }

  /** The same for a skill that only replies. */
  @Skill({ ...inline('hang-in-reply'), run: 'inline', reply: 'message', timeout: '1s' })
  async hangInReply(message: Message, context: SkillContext): Promise<string> {
    await this.hang(message, context);
    return 'late';
  }
}
