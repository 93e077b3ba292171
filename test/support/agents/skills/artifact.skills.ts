import { Injectable } from '@nestjs/common';
import { interval, map, Observable, take } from 'rxjs';
import { type Message, Skill, type SkillEvent, type SkillOutput } from '../../../../src/a2a/index.js';
import { inline, numbersIn, queued } from './case-skill.js';

const FLOOD = 5_000;

/** Skills whose results come in pieces. */
@Injectable()
export class ArtifactSkills {
  /** `stream 500 100`: 500 chunks of 100 bytes, each beginning with its number. */
  @Skill(queued('stream', 'stream 500 100'))
  async *stream(message: Message): AsyncGenerator<SkillOutput> {
    const [count = 10, bytes = 10] = numbersIn(message);
    for (let index = 0; index < count; index += 1) {
      yield `${index};`.padEnd(bytes, 'x');
    }
  }

  @Skill(inline('stream-inline'))
  streamInline(message: Message): AsyncGenerator<SkillOutput> {
    return this.stream(message);
  }

  /** `54 65536`: 54 chunks of 65,536 characters, each of which takes six in JSON. */
  @Skill(queued('escaped'))
  async *escaped(message: Message): AsyncGenerator<SkillOutput> {
    const [count = 10, characters = 10] = numbersIn(message);
    for (let index = 0; index < count; index += 1) {
      yield '\u0001'.repeat(characters);
    }
  }

  @Skill(queued('letters'))
  async *letters(): AsyncGenerator<SkillEvent> {
    for (const [index, text] of ['A', 'B', 'C'].entries()) {
      yield {
        artifact: { artifactId: 'letters', name: 'Letters', parts: [{ text }] },
        append: index > 0,
        lastChunk: index === 2,
      };
    }
  }

  @Skill(inline('letters-inline'))
  lettersInline(): AsyncGenerator<SkillEvent> {
    return this.letters();
  }

  @Skill(queued('append-first'))
  async *appendFirst(): AsyncGenerator<SkillEvent> {
    yield { artifact: { artifactId: 'unbegun', parts: [{ text: 'first' }] }, append: true };
    yield { artifact: { artifactId: 'unbegun', parts: [{ text: 'second' }] }, append: true, lastChunk: true };
  }

  @Skill(queued('observable'))
  observable(): Observable<SkillOutput> {
    return interval(20).pipe(
      take(5),
      map((index) => `emission ${index + 1}`),
    );
  }

  @Skill(inline('observable-inline'))
  observableInline(): Observable<SkillOutput> {
    return this.observable();
  }

  /** Emits far more at once than may be ahead of the store. */
  @Skill(queued('flood'))
  flood(): Observable<SkillOutput> {
    return new Observable((subscriber) => {
      for (let index = 0; index < FLOOD && !subscriber.closed; index += 1) {
        subscriber.next(`emission ${index}`);
      }
      subscriber.complete();
    });
  }
}
