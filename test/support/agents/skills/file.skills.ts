import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  fileArtifact,
  type Message,
  type Part,
  Skill,
  type SkillArtifact,
  type SkillContext,
  type SkillOutput,
} from '../../../../src/a2a/index.js';
import { pieceOf } from '../../file-content.js';
import { inline, numbersIn, queued } from './case-skill.js';
import { Observations } from './observations.js';

/** Nobody is to run out of attempts because of kills. */
const MANY_ATTEMPTS = 10;

/** Skills that give files. What a file of a test holds, `file-content.ts` says. */
@Injectable()
export class FileSkills {
  constructor(private readonly observations: Observations) {}

  /** Gives back the parts of its message, each as an artifact of its own. */
  @Skill(queued('mirror'))
  async *mirror({ parts }: Message): AsyncGenerator<SkillOutput> {
    for (const [index, part] of parts.entries()) yield { artifactId: `part-${index}`, parts: [part] };
  }

  @Skill(inline('mirror-inline'))
  mirrorInline({ parts }: Message): SkillArtifact {
    return { artifactId: 'parts', name: 'Parts', metadata: { count: parts.length }, parts };
  }

  /** `800 65536 0`: a stream of 800 pieces of 64 KiB with no pause between them, then a remark and an answer. */
  @Skill(queued('file', 'file', { concurrency: 8, attempts: MANY_ATTEMPTS }))
  async *file(message: Message, context: SkillContext): AsyncGenerator<SkillOutput> {
    yield { artifactId: 'before', parts: [{ text: 'before' }] };
    yield fileArtifact('file', this.content(message, context), {
      mediaType: 'application/x-thing',
      filename: 'thing 名.bin',
      name: 'The file',
    });
    yield { artifactId: 'after', parts: [{ text: 'after' }] };
  }

  @Skill(inline('file-inline'))
  fileInline(message: Message, context: SkillContext): SkillArtifact {
    return fileArtifact('file', Readable.from(this.content(message, context)), { mediaType: 'text/html' });
  }

  /** Asks first, and then says what it sees of its file. */
  @Skill(queued('look-back'))
  async lookBack(message: Message, context: SkillContext): Promise<SkillOutput> {
    if (context.turn > 1) {
      return {
        artifactId: 'seen',
        parts: context.task.artifacts?.flatMap(({ parts }): Part[] => parts) ?? [],
      };
    }
    await context.publish(fileArtifact('file', this.content(message, context)));
    return context.ask('What else?');
  }

  private async *content(message: Message, context: SkillContext): AsyncGenerator<Uint8Array> {
    const [pieces = 4, bytes = 100_000, pauseMs = 0] = numbersIn(message);
    this.observations.watch(context);
    this.observations.note(`attempt ${context.attempt}`);
    try {
      for (let index = 0; index < pieces; index += 1) {
        await delay(pauseMs);
        yield pieceOf(index, bytes);
      }
    } finally {
      this.observations.note('content ended');
    }
  }
}
