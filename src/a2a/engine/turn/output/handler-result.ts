import { isObservable, type Observable } from 'rxjs';
import type { SkillOutput } from '../../../skills/face/index.js';
import { type Backlog, keepUp } from './too-far-ahead.js';

/** Where a handler's outputs go. */
export interface OutputWriter extends Backlog {
  write(output: SkillOutput, streamed: boolean): void;
  /** Resolves when there is room for more. */
  room(): Promise<void>;
}

/**
 * Writes everything that a handler's result gives, now or over time.
 *
 * @returns when the result has given all
 * @throws what the result throws; the signal's reason when it aborts; what {@link keepUp} throws when an Observable
 *   runs too far ahead of the store
 */
export async function writeResult(
  result: unknown,
  writer: OutputWriter,
  signal: AbortSignal,
  streamed = false,
): Promise<void> {
  if (result === undefined || result === null) {
    return;
  }
  if (isObservable(result)) {
    return writeObservable(result, writer, signal);
  }
  if (isAsyncIterable(result)) {
    return writeIterable(result, writer, signal);
  }
  writer.write(result as SkillOutput, streamed);
  await writer.room();
}

async function writeIterable(
  result: AsyncIterable<unknown>,
  writer: OutputWriter,
  signal: AbortSignal,
): Promise<void> {
  const iterator = result[Symbol.asyncIterator]();
  try {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      signal.throwIfAborted();
      await writeResult(next.value, writer, signal, true);
    }
  } catch (error) {
    // Not awaited: a generator parked in an await of its own would hold us up.
    void Promise.resolve(iterator.return?.()).catch(() => undefined);
    throw error;
  }
}

function writeObservable(
  result: Observable<unknown>,
  writer: OutputWriter,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const nested: Promise<void>[] = [];
    const end = (finish: () => void) => {
      signal.removeEventListener('abort', onAbort);
      subscription.unsubscribe();
      finish();
    };
    const fail = (error: unknown) => end(() => reject(error));
    const onAbort = () => fail(signal.reason);
    const take = (output: unknown) => {
      if (isObservable(output) || isAsyncIterable(output)) {
        // An interceptor wraps a handler's stream in a stream of one.
        const inner = writeResult(output, writer, signal, true);
        // It may fail long before the outer stream ends.
        inner.catch(fail);
        nested.push(inner);
        return;
      }
      writer.write(output as SkillOutput, true);
      keepUp(writer, 'Return an AsyncIterable.');
    };
    let closed = false;
    const subscription = {
      unsubscribe: (): void => {
        closed = true;
      },
    };
    signal.addEventListener('abort', onAbort);
    const inner = result.subscribe({
      next: (output) => {
        try {
          if (!closed && output !== undefined && output !== null) {
            take(output);
          }
        } catch (error) {
          fail(error);
        }
      },
      error: fail,
      complete: () => void Promise.all(nested).then(() => end(resolve), fail),
    });
    subscription.unsubscribe = () => inner.unsubscribe();
    if (closed) {
      inner.unsubscribe();
    }
  });
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
