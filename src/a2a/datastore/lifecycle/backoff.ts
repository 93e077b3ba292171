const FIRST_MS = 500;
const LONGEST_MS = 10_000;

/**
 * How long to wait before trying again: 0.5 s and then twice as long each time, up to 10 s. Half of it is left
 * to chance, so that processes that lost the same server do not come back to it at the same moment.
 *
 * @param failures tries that have failed since the first one; 0 before the second try
 * @returns milliseconds
 */
export function backoffMs(failures: number): number {
  const fullMs = Math.min(FIRST_MS * 2 ** failures, LONGEST_MS);
  return fullMs * (0.5 + Math.random() / 2);
}
