import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type Message, Skill, type SkillContext, type SkillOutput } from '../../../../src/a2a/index.js';
import { SeededRandom } from '../../seeded-random.js';
import { inline, numbersIn, queued, textOf } from './case-skill.js';

/** Nobody is to run out of attempts because of kills. */
const MANY_ATTEMPTS = 100;

/** Skills whose results depend on their message alone; how they ran is noted in the file NOTES_FILE. */
@Injectable()
export class ChaosSkills {
  /** `7 12 100`: twelve outputs that the seed 7 gives, with pauses of up to 100 ms. */
  @Skill(queued('events', 'events', { concurrency: 8, attempts: MANY_ATTEMPTS }))
  async *events(message: Message, context: SkillContext): AsyncGenerator<SkillOutput> {
    const [seed = 1, count = 5, pauseMs = 0] = numbersIn(message);
    note('begin', context);
    const random = new SeededRandom(seed);
    for (let index = 1; index <= count; index += 1) {
      const output = outputOf(random, index);
      await delay(pauseMs * random.next());
      yield output;
    }
    note('end', context);
  }

  /** `20 300`: twenty steps of 300 ms. An attempt that was handed back does not count, so two are enough. */
  @Skill(queued('steps', 'steps', { concurrency: 8, attempts: 2 }))
  async *steps(message: Message, context: SkillContext): AsyncGenerator<SkillOutput> {
    const [count = 20, stepMs = 100] = numbersIn(message);
    note('begin', context);
    for (let step = 1; step <= count; step += 1) {
      const result = await context.step(`step-${step}`, async () => {
        await delay(stepMs);
        note('run', context, step);
        return `result ${step};`;
      });
      note('stored', context, step);
      yield result;
    }
  }

  /** `500`: takes 500 ms, and one worker does one at a time. */
  @Skill(queued('one-by-one', 'onebyone', { concurrency: 1, attempts: MANY_ATTEMPTS }))
  async oneByOne(message: Message): Promise<string> {
    const [jobMs = 100] = numbersIn(message);
    await delay(jobMs);
    return `took ${jobMs}`;
  }

  /** Asks first; every later turn `answer 300` takes 300 ms and repeats what it was told. */
  @Skill(queued('ask', 'ask', { concurrency: 8, attempts: MANY_ATTEMPTS }))
  async ask(message: Message, context: SkillContext): Promise<string> {
    if (context.turn === 1) context.ask('Which one?');
    note('begin', context, context.turn);
    await delay(numbersIn(message).at(-1) ?? 0);
    note('end', context, context.turn);
    return textOf(message);
  }

  @Skill(inline('echo'))
  echo(message: Message): string {
    return textOf(message);
  }
}

/** One of many kinds, so that chunks and whole artifacts mix. */
function outputOf(random: SeededRandom, index: number): SkillOutput {
  const text = `${index}:${'x'.repeat(random.between(1, 60))};`;
  const kind = random.between(1, 4);
  if (kind === 1) return { artifactId: `whole-${index}`, parts: [{ data: { index, text } }] };
  const artifactId = kind === 2 ? 'first' : 'second';
  return { artifact: { artifactId, parts: [{ text }] }, append: true };
}

/** One line, written in one piece: many processes write to the file. */
function note(what: string, { task, attempt }: SkillContext, number = 0): void {
  const { NOTES_FILE } = process.env;
  if (NOTES_FILE === undefined) return;
  appendFileSync(
    NOTES_FILE,
    `${JSON.stringify({ what, task: task.id, attempt, number, pid: process.pid })}\n`,
  );
}
