import type { SkillOutput } from '../../../skills/face/index.js';
import type { ActiveTurn } from '../../active-turns.service.js';
import type { Persistence } from '../writing/persistence.js';
import type { TurnWriter } from '../writing/turn-writer.js';
import type { OutputWriter } from './handler-result.js';
import type { OutputEvents } from './output-events.js';
import type { ProgressThrottle } from './progress-throttle.js';
import { keepUp } from './too-far-ahead.js';

/** What an attempt writes with. */
export interface OutputParts {
  readonly outputs: OutputEvents;
  readonly writer: TurnWriter;
  readonly progress: ProgressThrottle;
  readonly persistence: Persistence;
}

/** Takes what a handler gives, by its result or by `publish()`, for one attempt. */
export class TurnOutput implements OutputWriter {
  /** Why something that was published could not be taken; the turn must not end as if all was well. */
  failure?: unknown;

  constructor(
    private readonly parts: OutputParts,
    private readonly active: Pick<ActiveTurn, 'signal' | 'stop'>,
  ) {}

  get pendingEvents(): number {
    return this.parts.writer.pendingEvents;
  }

  get pendingBytes(): number {
    return this.parts.writer.pendingBytes;
  }

  get stalled(): boolean {
    return this.parts.persistence.stalled;
  }

  write(output: SkillOutput, streamed: boolean): void {
    const event = this.parts.outputs.of(output, streamed);
    if ('percent' in event) {
      this.parts.progress.report(event);
    } else {
      this.parts.writer.write(event);
    }
  }

  room(): Promise<void> {
    return this.parts.writer.room();
  }

  /** Like {@link write}, and {@link room} afterwards. May be left unawaited: a failure stops the turn by itself. */
  publish(output: SkillOutput): Promise<void> {
    const published = this.published(output);
    published.catch(() => undefined);
    return published;
  }

  private async published(output: SkillOutput): Promise<void> {
    this.active.signal.throwIfAborted();
    try {
      this.write(output, true);
      keepUp(this, 'Await publish(), or return an AsyncIterable.');
    } catch (error) {
      this.failure ??= error;
      this.active.stop('failed');
      throw error;
    }
    await this.room();
  }
}
