import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type Message, Skill, type SkillContext, type SkillOutput } from '../../../../src/a2a/index.js';
import { inline, numbersIn, queued } from './case-skill.js';
import { Observations } from './observations.js';

/** Skills that take their time: `sleep 5` sleeps for five seconds. */
@Injectable()
export class WaitingSkills {
  constructor(private readonly observations: Observations) {}

  @Skill(queued('sleep', 'sleep 5'))
  async sleep(message: Message, context: SkillContext): Promise<string> {
    const [seconds = 1] = numbersIn(message);
    try {
      await delay(seconds * 1000, undefined, { signal: context.signal });
    } finally {
      if (context.signal.aborted) this.observations.aborted.push(context.task.id);
    }
    return `slept ${seconds}`;
  }

  @Skill(inline('sleep-inline'))
  sleepInline(message: Message, context: SkillContext): Promise<string> {
    return this.sleep(message, context);
  }

  /** Does not heed its signal, and publishes when it wakes up. */
  @Skill(queued('sleep-deaf'))
  async sleepDeaf(message: Message, context: SkillContext): Promise<string> {
    this.observations.watch(context);
    const [seconds = 1] = numbersIn(message);
    await delay(seconds * 1000);
    this.observations.note(`woke ${context.task.id}`);
    return `slept ${seconds}`;
  }

  @Skill(inline('sleep-deaf-inline'))
  sleepDeafInline(message: Message, context: SkillContext): Promise<string> {
    return this.sleepDeaf(message, context);
  }

  /** Says nothing at all until it is told to stop. */
  @Skill(queued('silent'))
  async silent(_message: Message, context: SkillContext): Promise<void> {
    this.observations.watch(context);
    await new Promise((_, reject) => {
      context.signal.addEventListener('abort', () => reject(context.signal.reason as Error), { once: true });
    });
  }

  @Skill(queued('one-at-a-time', undefined, { concurrency: 1 }))
  oneAtATime(message: Message, context: SkillContext): Promise<void> {
    return this.silent(message, context);
  }

  @Skill(inline('silent-inline'))
  silentInline(message: Message, context: SkillContext): Promise<void> {
    return this.silent(message, context);
  }

  /** `ticks 20 100`: twenty chunks, one every 100 ms. */
  @Skill(queued('ticks'))
  async *ticks(message: Message): AsyncGenerator<SkillOutput> {
    const [count = 5, pauseMs = 100] = numbersIn(message);
    for (let tick = 1; tick <= count; tick += 1) {
      await delay(pauseMs);
      yield `tick ${tick}`;
    }
  }
}
