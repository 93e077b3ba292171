import type { ServerResponse } from 'node:http';
import type { ReadableStreamDefaultController, UnderlyingSource } from 'node:stream/web';
import type { StreamDrain } from '../../net/stream-drain.js';

/** What the sending of a content needs to know of its surroundings. */
export interface ContentStreamOptions {
  readonly drain: StreamDrain;
  /** What the content is sent on; its connection ends with it when the process shuts down. */
  readonly response: ServerResponse;
  /** Called when there is something to send, before any of it is sent. */
  readonly onBegin: () => void;
  /** Told why the rest of a content can not be sent, of which the reader sees no more than that it is short. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * A content as it is read, chunk by chunk, only as fast as its reader takes it. When the reader leaves, the signal given to
 * the source aborts at once.
 */
export function contentStream(
  source: (signal: AbortSignal) => AsyncIterable<Uint8Array>,
  options: ContentStreamOptions,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(new ContentStream(source, options), { highWaterMark: 0 });
}

class ContentStream implements UnderlyingSource<Uint8Array> {
  private readonly gone = new AbortController();
  private readonly chunks: AsyncIterator<Uint8Array>;
  private readonly stopDraining: () => void;
  private hasBegun = false;

  constructor(
    source: (signal: AbortSignal) => AsyncIterable<Uint8Array>,
    private readonly options: ContentStreamOptions,
  ) {
    this.chunks = source(this.gone.signal)[Symbol.asyncIterator]();
    this.stopDraining = options.drain.onDrain(() => this.drain());
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    try {
      const next = await this.chunks.next();
      if (this.gone.signal.aborted) {
        return;
      }
      if (next.done === true) {
        controller.close();
        this.end();
        return;
      }
      if (!this.hasBegun) {
        this.hasBegun = true;
        this.options.onBegin();
      }
      controller.enqueue(next.value);
    } catch (error) {
      this.end();
      if (this.hasBegun) {
        this.options.onFailure(error);
      }
      throw error;
    }
  }

  cancel(): void {
    this.end();
  }

  /** Answers under way have a moment; a connection that stays open for a next request would delay the shutdown. */
  private drain(): void {
    const { response } = this.options;
    const { socket } = response;
    response.once('finish', () => socket?.end());
  }

  private end(): void {
    this.gone.abort();
    void Promise.resolve(this.chunks.return?.()).catch(() => undefined);
    this.stopDraining();
  }
}
