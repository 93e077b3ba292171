import type { ServerResponse } from 'node:http';
import type { ReadableStreamDefaultController, UnderlyingSource } from 'node:stream/web';
import { sseComment, sseGoodbye } from './sse-frame.js';
import type { StreamDrain } from './stream-drain.js';

/** What a stream of events needs to know of its surroundings. */
export interface EventStreamOptions {
  /** A silent stream gets a comment this often. */
  readonly heartbeatMs: number;
  readonly drain: StreamDrain;
  /** The frame that tells the reader of a failure in the middle of the stream. */
  readonly errorFrame: (error: unknown) => string;
  /** What the stream is sent on; its connection ends with the stream when the process shuts down. */
  readonly response: ServerResponse;
  /**
   * Watches over what the stream depends on, and calls `end` when it must go on no longer.
   *
   * @param end takes why, for its reader, who is asked to come back
   * @returns ends the watch
   */
  readonly watch?: (end: (why: string) => void) => () => void;
}

/** The web server holds the headers until the first chunk, so one is sent when the first event is late. */
const FIRST_CHUNK_MS = 20;

/** After a shutdown a reader should find another process, or this one again. */
const RETRY_MS = 1_000;

/** A reader that has not taken the goodbye by then does not read at all. */
const GOODBYE_MS = 2_000;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/**
 * Answers with server-sent events that are read from their source only as fast as the reader takes them.
 * When the reader leaves, the signal given to the source aborts at once, also while the source is silent.
 *
 * @param source frames, each a whole event; gets the signal that ends it
 */
export function eventStream(
  source: (signal: AbortSignal) => AsyncIterable<string>,
  options: EventStreamOptions,
): Response {
  const stream = new EventStream(source, options);
  const body = new ReadableStream<Uint8Array>(stream, { highWaterMark: 0 });
  return new Response(body, { status: 200, headers: HEADERS });
}

class EventStream implements UnderlyingSource<Uint8Array> {
  private readonly encoder = new TextEncoder();
  private readonly gone = new AbortController();
  private readonly frames: AsyncIterator<string>;
  private readonly stopDraining: () => void;
  private readonly stopWatching?: () => void;
  /** What the source has answered and the reader has not taken yet. */
  private arrived?: IteratorResult<string>;
  private failure?: { readonly error: unknown };
  private isAsked = false;
  private isFirst = true;
  /** Why the stream ends before its source does. */
  private farewell?: string;
  private isEnded = false;
  private wake: () => void = () => undefined;

  constructor(
    source: (signal: AbortSignal) => AsyncIterable<string>,
    private readonly options: EventStreamOptions,
  ) {
    this.frames = source(this.gone.signal)[Symbol.asyncIterator]();
    this.stopDraining = options.drain.onDrain(() => this.drain());
    this.stopWatching = options.watch?.((why) => this.leave(why));
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    this.ask();
    if (!this.arrived && !this.failure && this.farewell === undefined) {
      await this.woken(this.isFirst ? FIRST_CHUNK_MS : this.options.heartbeatMs);
    }
    if (!this.isEnded) {
      this.answer(controller);
    }
  }

  cancel(): void {
    this.end();
  }

  private answer(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const send = (text: string) => controller.enqueue(this.encoder.encode(text));
    const isOver = this.farewell !== undefined || this.failure !== undefined || this.arrived?.done === true;
    if (this.farewell !== undefined) {
      send(sseGoodbye(this.farewell, RETRY_MS));
    } else if (this.failure) {
      send(this.options.errorFrame(this.failure.error));
    } else if (!this.arrived) {
      send(sseComment(this.isFirst ? 'ok' : 'heartbeat'));
    } else if (!this.arrived.done) {
      send(this.arrived.value);
      this.arrived = undefined;
      this.isAsked = false;
    }
    this.isFirst = false;
    if (isOver) {
      controller.close();
      this.end();
    }
  }

  /** Asks the source for its next frame, unless it is still being waited for. */
  private ask(): void {
    if (this.isAsked) {
      return;
    }
    this.isAsked = true;
    this.frames.next().then(
      (result) => {
        this.arrived = result;
        this.wake();
      },
      (error: unknown) => {
        this.failure = { error };
        this.wake();
      },
    );
  }

  /** One waiting place instead of Promise.race: racing would leave a reaction behind for every event. */
  private woken(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** A connection that stays open for a next request delays the shutdown. */
  private drain(): void {
    const { response } = this.options;
    const { socket } = response;
    response.once('finish', () => socket?.end());
    this.leave('the agent shuts down, come back');
  }

  /** Says why, and ends; a reader who does not read is not waited for. */
  private leave(why: string): void {
    const { response } = this.options;
    this.farewell ??= why;
    this.wake();
    setTimeout(() => {
      if (!response.writableFinished) {
        response.destroy();
      }
      this.end();
    }, GOODBYE_MS).unref();
  }

  private end(): void {
    if (this.isEnded) {
      return;
    }
    this.isEnded = true;
    // The signal comes first: return() alone waits for whatever the source is waiting for.
    this.gone.abort();
    void this.frames.return?.().catch(() => undefined);
    this.wake();
    this.stopDraining();
    this.stopWatching?.();
  }
}
