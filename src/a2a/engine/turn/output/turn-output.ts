import type { SkillOutput } from '../../../skills/face/index.js';
import type { ActiveTurn } from '../../active-turns.service.js';
import type { Persistence } from '../writing/persistence.js';
import type { TurnWriter } from '../writing/turn-writer.js';
import type { ArtifactContents } from './contents/artifact-contents.js';
import { destroy, keepWaiting } from './contents/content-source.js';
import { type PlacedOutput, streamsOf, weightOf } from './contents/given-output.js';
import type { OutputWriter } from './handler-result.js';
import type { OutputEvents } from './output-events.js';
import type { ProgressThrottle } from './progress-throttle.js';
import { keepUp } from './too-far-ahead.js';

/** What an attempt writes with. */
export interface OutputParts {
  readonly outputs: OutputEvents;
  readonly contents: ArtifactContents;
  readonly writer: TurnWriter;
  readonly progress: ProgressThrottle;
  readonly persistence: Persistence;
}

/**
 * Takes what a handler gives, by its result or by `publish()`, for one attempt. Content that has to be stored first takes
 * its time; what comes after it waits behind it. Progress does not: it is no part of the task's order.
 */
export class TurnOutput implements OutputWriter {
  /** Why something that was given could not be taken; the turn must not end as if all was well. */
  failure?: unknown;

  /** What waits for content to be stored, itself included. */
  private readonly waiting = { events: 0, bytes: 0 };
  private last = Promise.resolve();

  constructor(
    private readonly parts: OutputParts,
    private readonly active: Pick<ActiveTurn, 'signal' | 'stop'>,
  ) {}

  get pendingEvents(): number {
    return this.parts.writer.pendingEvents + this.waiting.events;
  }

  get pendingBytes(): number {
    return this.parts.writer.pendingBytes + this.waiting.bytes;
  }

  get stalled(): boolean {
    return this.parts.persistence.stalled;
  }

  /** Whether something waits for content to be stored. */
  get isStoring(): boolean {
    return this.waiting.events > 0;
  }

  write(output: SkillOutput, streamed: boolean): void {
    if ((this.isStoring && !isProgress(output)) || this.parts.contents.mustPlace(output)) {
      this.wait(output, streamed);
    } else {
      this.append(output as PlacedOutput, streamed);
    }
  }

  /** Also waits for content that is being stored. */
  room(): Promise<void> {
    return this.isStoring || this.failure !== undefined ? this.stored() : this.parts.writer.room();
  }

  /** Resolves when everything that was given is in its place, or given up because the turn was stopped. */
  async settled(): Promise<void> {
    while (this.isStoring) {
      await this.last;
    }
  }

  /** Like {@link write}, and {@link room} afterwards. May be left unawaited: a failure stops the turn by itself. */
  publish(output: SkillOutput): Promise<void> {
    const published = this.published(output);
    published.catch(() => undefined);
    return published;
  }

  private async published(output: SkillOutput): Promise<void> {
    this.active.signal.throwIfAborted();
    let hasContent = false;
    try {
      hasContent = this.parts.contents.mustPlace(output);
      this.write(output, true);
      keepUp(this, 'Await publish(), or return an AsyncIterable.');
    } catch (error) {
      this.fail(error);
      throw error;
    }
    // What has none does not wait for others' content: it may be published by what gives that content.
    await (hasContent ? this.room() : this.parts.writer.room());
  }

  private append(output: PlacedOutput, streamed: boolean): void {
    const event = this.parts.outputs.of(output, streamed);
    if ('percent' in event) {
      this.parts.progress.report(event);
    } else {
      this.parts.writer.write(event);
    }
  }

  private wait(output: SkillOutput, streamed: boolean): void {
    const bytes = weightOf(output);
    streamsOf(output).forEach(keepWaiting);
    this.waiting.events += 1;
    this.waiting.bytes += bytes;
    this.last = this.last
      .then(() => this.place(output, streamed))
      .catch((error: unknown) => this.fail(error))
      .then(() => {
        this.waiting.events -= 1;
        this.waiting.bytes -= bytes;
      });
  }

  private async place(output: SkillOutput, streamed: boolean): Promise<void> {
    const { contents, writer } = this.parts;
    try {
      this.active.signal.throwIfAborted();
      this.append(
        contents.mustPlace(output) ? await contents.placed(output) : (output as PlacedOutput),
        streamed,
      );
      await writer.room();
    } catch (error) {
      streamsOf(output).forEach(destroy);
      throw error;
    }
  }

  private async stored(): Promise<void> {
    await this.settled();
    if (this.failure !== undefined) {
      throw this.failure;
    }
    await this.parts.writer.room();
  }

  /** A turn that was stopped already has its reason. */
  private fail(error: unknown): void {
    if (!this.active.signal.aborted) {
      this.failure ??= error;
      this.active.stop('failed');
    }
  }
}

function isProgress(output: SkillOutput): boolean {
  return typeof output === 'object' && 'progress' in output;
}
