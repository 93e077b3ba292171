import { setTimeout as delay } from 'node:timers/promises';

/** Long enough for two slow cores that others use too; nothing here measures speed. */
const PATIENCE_MS = 30_000;

/**
 * Asks again and again until there is an answer.
 *
 * @param what named in the error when none comes
 * @returns the first answer that is neither undefined nor false
 */
export async function eventually<T>(
  what: string,
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`Not within ${patienceMs} ms: ${what}`);
    await delay(25);
  }
}

/** Waits for a promise, but not for ever. */
export async function within<T>(what: string, promise: Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not within ${patienceMs} ms: ${what}`)), patienceMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
