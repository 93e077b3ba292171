import { TurnStopped } from '../active-turns.service.js';

/** A handler that does not heed its signal is left behind after this long. */
const HEED_MS = 5_000;
/** When the process shuts down there is less time. */
const HEED_AT_SHUTDOWN_MS = 1_000;

/**
 * Waits for the work, but not for a handler that goes on long after it was told to stop.
 *
 * @throws what the work throws; the signal's reason when it has aborted
 */
export async function heeding(signal: AbortSignal, work: Promise<void>): Promise<void> {
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
    await Promise.race([work, abandoned]);
    signal.throwIfAborted();
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abandon);
  }
}
