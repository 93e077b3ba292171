/** A handler that does not heed its signal is left behind after this long. */
const HEED_MS = 5_000;

/** Waits for the work, but not for a handler that goes on long after it was told to stop. */
export async function heeding(signal: AbortSignal, work: Promise<void>): Promise<void> {
  work.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const abandoned = new Promise<never>((_, reject) => {
    onAbort = () => {
      timer = setTimeout(() => reject(signal.reason as Error), HEED_MS);
    };
    signal.addEventListener('abort', onAbort);
  });
  try {
    await Promise.race([work, abandoned]);
    signal.throwIfAborted();
  } finally {
    clearTimeout(timer);
    if (onAbort) {
      signal.removeEventListener('abort', onAbort);
    }
  }
}
