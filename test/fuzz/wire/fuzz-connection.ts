import { connect, type Socket } from 'node:net';
import { type Answer, AnswerReader } from './answer-reader.js';

/** A stream that stays open is left after this long without an event. */
const STREAM_QUIET_MS = 120;
/** A request that may not be whole for the server ends after this long. */
const GIVE_UP_MS = 300;

/** What has come of a request. */
export type Outcome =
  | { readonly answer: Answer; readonly tookMs: number }
  /** Closed without a word, or late; `broken`: what came is no HTTP. */
  | { readonly failed: 'closed' | 'late' | 'broken'; readonly why: string; readonly tookMs: number };

/** Bytes of a request, and how its connection is to be used. */
export interface Sent {
  readonly bytes: Buffer;
  /** Whether the connection can be used again afterwards. */
  readonly keeps: boolean;
  /** Whether the answer may have a body. */
  readonly hasBody: boolean;
}

/** A connection that is kept as long as both sides agree, and opened again when they do not. */
export class FuzzConnection {
  private socket?: Socket;

  constructor(
    private readonly port: number,
    private readonly deadlineMs: number,
  ) {}

  /** Sends one request and reads its answer. Never rejects. */
  async send(sent: Sent): Promise<Outcome> {
    // What follows a request that can not be told apart must not meet another's answer.
    const isReused = this.socket !== undefined && sent.keeps;
    if (!sent.keeps) this.close();
    const outcome = await this.exchange(sent);
    // A server may close a connection at the moment in which it is used again.
    return isReused && 'failed' in outcome && outcome.failed === 'closed' ? this.exchange(sent) : outcome;
  }

  close(): void {
    this.socket?.destroy();
    this.socket = undefined;
  }

  private exchange({ bytes, keeps, hasBody }: Sent): Promise<Outcome> {
    const began = performance.now();
    const tookMs = () => performance.now() - began;
    const socket = (this.socket ??= this.open());
    const reader = new AnswerReader(hasBody);
    return new Promise((resolve) => {
      let quiet: NodeJS.Timeout | undefined;
      let giveUp: NodeJS.Timeout | undefined;
      const finish = (outcome: Outcome, isReusable: boolean) => {
        clearTimeout(deadline);
        clearTimeout(quiet);
        clearTimeout(giveUp);
        socket.off('data', take).off('close', leave);
        if (!isReusable) this.close();
        resolve(outcome);
      };
      const deadline = setTimeout(
        () =>
          finish({ failed: 'late', why: `no answer within ${this.deadlineMs} ms`, tookMs: tookMs() }, false),
        this.deadlineMs,
      );
      const stop = (end: 'closed' | 'left') => {
        const answer = reader.stop(end);
        finish(
          answer
            ? { answer, tookMs: tookMs() }
            : { failed: 'closed', why: 'closed without an answer', tookMs: tookMs() },
          false,
        );
      };
      const leave = () => stop('closed');
      const take = (chunk: Buffer) => {
        try {
          const answer = reader.push(chunk);
          if (answer)
            finish({ answer, tookMs: tookMs() }, keeps && answer.headers.get('connection') !== 'close');
          else if (reader.isStream) {
            clearTimeout(quiet);
            quiet = setTimeout(() => stop('left'), STREAM_QUIET_MS);
          }
        } catch (error) {
          finish({ failed: 'broken', why: String(error), tookMs: tookMs() }, false);
        }
      };
      socket.on('data', take).on('close', leave);
      socket.write(bytes);
      // Whoever waits for more learns that none comes; at once, it would be taken for leaving.
      if (!keeps) giveUp = setTimeout(() => socket.end(), GIVE_UP_MS);
    });
  }

  private open(): Socket {
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    socket.on('error', () => undefined);
    socket.on('end', () => socket.destroy());
    socket.on('close', () => {
      if (this.socket === socket) this.socket = undefined;
    });
    return socket;
  }
}
