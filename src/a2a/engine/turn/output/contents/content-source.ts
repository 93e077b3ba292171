import { FailTask, type RawContent } from '../../../../skills/face/index.js';

/** What only some of the contents that come over time can do: streams of Node, and generators. */
interface Endable {
  destroy?(): unknown;
  return?(): unknown;
  on?(event: 'error', listener: () => void): unknown;
}

/** Content that comes over time. */
export type ContentStream = Exclude<RawContent, string | Uint8Array>;

/** Whether the content comes over time. */
export function isStream(content: unknown): content is ContentStream {
  return typeof content === 'object' && content !== null && Symbol.asyncIterator in content;
}

/** A stream that has to wait may fail meanwhile; without a listener that would end the process. It fails when it is read. */
export function keepWaiting(content: ContentStream): void {
  (content as Endable).on?.('error', () => undefined);
}

/** Ends a stream that nobody reads on. Not awaited: a generator parked in an await of its own would hold us up. */
export function destroy(content: ContentStream): void {
  const endable = content as Endable;
  if (endable.destroy) {
    endable.destroy();
  } else if (endable.return) {
    void Promise.resolve(endable.return()).catch(() => undefined);
  }
}

/**
 * Reads a stream piece by piece, each when it is asked for. When the signal aborts, or nobody asks any more, the stream is
 * destroyed at once, also while a piece is waited for.
 *
 * @throws what the stream throws; the signal's reason; FailTask for pieces that are no bytes
 */
export async function* readContent(content: ContentStream, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  let isOver = false;
  try {
    const iterator = (content as AsyncIterable<unknown>)[Symbol.asyncIterator]();
    for (;;) {
      const next = await unlessAborted(signal, () => iterator.next());
      if (next.done === true) {
        isOver = true;
        return;
      }
      yield bytesOf(next.value);
    }
  } finally {
    if (!isOver) {
      destroy(content);
    }
  }
}

function bytesOf(piece: unknown): Uint8Array {
  if (piece instanceof Uint8Array) {
    return piece;
  }
  throw new FailTask(
    `The skill gave raw content in pieces of the type ${typeof piece}. Give each as a Uint8Array; a stream must have no encoding set.`,
  );
}

/** Waits for the work until the signal aborts. @throws its reason then */
async function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
