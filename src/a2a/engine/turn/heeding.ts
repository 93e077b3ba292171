import { TurnStopped } from '../active-turns.service.js';

/** A handler that does not heed its signal is left behind after this long. */
const HEED_MS = 5_000;
/** When the process shuts down there is less time. */
const HEED_AT_SHUTDOWN_MS = 1_000;

/**
 * Waits for the work like {@link unlessLeftBehind}; what ends after the signal counts for nothing.
 *
 * @returns what the work gives
 * @throws what the work throws; the signal's reason when it has aborted
 */
export async function heeding<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const result = await unlessLeftBehind(signal, work);
  signal.throwIfAborted();
  return result;
}

/**
 * Waits for the work, but not for a handler that goes on long after it was told to stop.
 *
 * @returns what the work gives
 * @throws what the work throws; the signal's reason when the work was left behind
 */
export async function unlessLeftBehind<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  let abandon: () => void = () => undefined;
  const abandoned = new Promise<never>((_, reject) => {
    abandon = () => {
      const reason = signal.reason as Error;
      const hurried = reason instanceof TurnStopped && reason.reason === 'shutdown';
      timer = setTimeout(() => reject(reason), hurried ? HEED_AT_SHUTDOWN_MS : HEED_MS);
    };
  });
  signal.addEventListener('abort', abandon);
  if (signal.aborted) {
    abandon();
  }
  try {
    return await Promise.race([work, abandoned]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abandon);
  }
}
