import { Inject, Injectable } from '@nestjs/common';
import { StreamDrain } from '../../net/stream-drain.js';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import { limitsOf } from '../../options/limits.js';
import { RetryLaterError } from '../../protocol/index.js';

/** What a caller should wait before it tries again; another process may have room at once. */
const RETRY_AFTER_MS = 5_000;

/** What is read until its signal aborts, as a ResponseStream is. */
type Readable<T> = (signal: AbortSignal) => AsyncIterable<T>;

/** Keeps the streams that this process holds open within bounds. */
@Injectable()
export class StreamLimit {
  private readonly maxOpenStreams: number;

  constructor(
    private readonly drain: StreamDrain,
    @Inject(A2A_OPTIONS) options: A2AOptions,
  ) {
    this.maxOpenStreams = limitsOf(options).maxOpenStreams;
  }

  /**
   * Opens a stream, whose place is taken before and free again when its reader is gone or it could not be opened.
   *
   * @throws RetryLaterError when no further stream may be opened; what `open` throws
   */
  async within<T>(open: () => Promise<Readable<T>>): Promise<Readable<T>> {
    if (this.drain.openStreams >= this.maxOpenStreams) {
      throw new RetryLaterError(
        'RESOURCE_EXHAUSTED',
        'Too many streams are open. Try again later, or poll with GetTask.',
        RETRY_AFTER_MS,
      );
    }
    const leave = this.drain.open();
    try {
      const stream = await open();
      return (signal) => {
        // Not in the generator's own end: one that was never begun has none.
        signal.addEventListener('abort', leave, { once: true });
        return stream(signal);
      };
    } catch (error) {
      leave();
      throw error;
    }
  }
}
