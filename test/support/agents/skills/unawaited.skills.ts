import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type Message, Skill, type SkillContext } from '../../../../src/a2a/index.js';
import { inline, numbersIn, queued } from './case-skill.js';
import { Observations } from './observations.js';

/** Skills that publish and do not wait until that is done. */
@Injectable()
export class UnawaitedSkills {
  constructor(private readonly observations: Observations) {}

  /** `flood 5000`: so many results at once. */
  @Skill(queued('flood-unawaited'))
  async floodUnawaited(message: Message, context: SkillContext): Promise<void> {
    this.observations.note(`ran ${message.messageId}`);
    const [count = 0] = numbersIn(message);
    for (let index = 0; index < count; index += 1) void context.publish(`${index};`);
    await delay(50);
    // By now it may have been told to stop.
    void context.publish('the last');
  }

  /** Publishes and reports until it is told to stop; when it runs once more it has nothing left to say. */
  @Skill(queued('publish-until-stopped'))
  async publishUntilStopped(_message: Message, context: SkillContext): Promise<string> {
    if (this.observations.lines.includes('stopped')) return 'whole';
    this.observations.note('began');
    let published = 0;
    for (; !context.signal.aborted; published += 10) {
      for (let index = 0; index < 10; index += 1) void context.publish('x'.repeat(1_000));
      context.progress(published % 100);
      await delay(5);
    }
    this.observations.note('stopped');
    throw context.signal.reason as Error;
  }

  /** Publishes where there is nothing to publish to. */
  @Skill({ ...inline('publish-in-reply'), run: 'inline', reply: 'message' })
  publishInReply(_message: Message, context: SkillContext): string {
    void context.publish('nowhere');
    return 'replied';
  }
}
