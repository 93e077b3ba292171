import type { ServerResponse } from 'node:http';
import type { StreamDrain } from './stream-drain.js';

/**
 * A signal that aborts when the caller leaves before the answer has ended, or when the process shuts down.
 * The response is watched, not the request: a request also closes when its body has been read.
 *
 * @returns the signal, and what to call when there is an answer: shutdowns are then no longer its concern
 */
export function responseSignal(
  response: ServerResponse,
  drain: StreamDrain,
): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const release = drain.onDrain(() => {
    // The answer is the last one on its connection, which would otherwise delay the shutdown.
    if (!response.headersSent) {
      response.setHeader('connection', 'close');
    }
    abort();
  });
  const close = () => {
    release();
    if (!response.writableFinished) {
      abort();
    }
  };
  if (response.destroyed) {
    close();
  } else {
    response.once('close', close);
  }
  return { signal: controller.signal, release };
}
