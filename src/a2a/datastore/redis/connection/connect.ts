import { Cluster } from 'ioredis';
import { DatastoreError, DatastoreUnavailable } from '../../datastore-error.js';
import type { RedisClient } from './clients.js';
import { explained } from './redis-errors.js';

/** How long the first connection may take: sentinels and clusters are asked their way first. */
const PATIENCE_MS = 8_000;

/**
 * Connects a client for the first time; later it comes back by itself.
 *
 * @param server as {@link describeRedis} describes it
 * @throws DatastoreUnavailable when the server can not be reached or is not ready, DatastoreError when it refuses;
 *   the client is of no more use then
 */
export async function connect(client: RedisClient, server: string): Promise<void> {
  let latest: Error | undefined;
  let giveUp: (error: Error) => void = () => undefined;
  const gaveUp = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  const onError = (error: Error): void => {
    latest = error;
    const meaning = explained(error, server);
    if (meaning instanceof DatastoreError && !(meaning instanceof DatastoreUnavailable)) {
      giveUp(meaning);
    } else if (error.message.includes('cluster support disabled')) {
      giveUp(
        new DatastoreError(`Redis at ${server} is no cluster: begin DATASTORE_URL with redis:// instead.`),
      );
    }
  };
  const timer = setTimeout(
    () => giveUp(explained(latest ?? new Error('connect ETIMEDOUT'), server)),
    PATIENCE_MS,
  );
  // Whoever wants to know listens as well; without a listener the driver writes to the console.
  client.on('error', () => undefined);
  client.on('error', onError);
  client.on('node error', onError);
  try {
    await Promise.race([client.connect(), gaveUp]);
  } catch (error) {
    client.disconnect();
    throw latest !== undefined && !(error instanceof DatastoreError)
      ? explained(latest, server)
      : explained(error, server);
  } finally {
    clearTimeout(timer);
    client.off('error', onError);
    client.off('node error', onError);
  }
}

/** The clients of all masters: one, or those of a cluster. */
export function mastersOf(client: RedisClient): Exclude<RedisClient, Cluster>[] {
  return client instanceof Cluster ? client.nodes('master') : [client];
}
