import { isObservable, type Observable } from 'rxjs';
import { FailTask, type SkillOutput } from '../../../skills/face/index.js';
import { TurnStalled } from '../writing/turn-lost.js';

/** Bounds of what an Observable may be ahead of the store. */
const MAX_BUFFERED_EVENTS = 1_000;
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;

/** Where a handler's outputs go. */
export interface OutputWriter {
  write(output: SkillOutput, streamed: boolean): void;
  /** Resolves when there is room for more. */
  room(): Promise<void>;
  readonly pendingEvents: number;
  readonly pendingBytes: number;
  /** Whether what is pending waits for a store that is away. */
  readonly stalled: boolean;
}

/**
 * Writes everything that a handler's result gives, now or over time.
 *
 * @returns when the result has given all
 * @throws what the result throws; the signal's reason when it aborts; FailTask when an Observable runs too
 *   far ahead of the store
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
      if (writer.pendingEvents > MAX_BUFFERED_EVENTS || writer.pendingBytes > MAX_BUFFERED_BYTES) {
        fail(tooFarAhead(writer));
      }
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

/** What an Observable gives while the store is away can not be kept, and is not the skill's fault. */
function tooFarAhead({ stalled }: OutputWriter): Error {
  return stalled
    ? new TurnStalled('The datastore was away for longer than the results of the skill could wait.')
    : new FailTask('The skill produced results faster than they can be stored. Return an AsyncIterable.');
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
