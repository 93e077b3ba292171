/**
 * Waits for all, so that a shard that is away holds up no other.
 *
 * @param onError is told why each of the others failed
 * @returns the results of those that succeeded
 */
export async function whatSucceeded<T>(
  work: readonly Promise<T>[],
  onError: (error: Error) => void,
): Promise<T[]> {
  const outcomes = await Promise.allSettled(work);
  return outcomes.flatMap((outcome) => {
    if (outcome.status === 'fulfilled') return [outcome.value];
    onError(outcome.reason as Error);
    return [];
  });
}
