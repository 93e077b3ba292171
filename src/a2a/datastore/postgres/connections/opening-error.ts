import { DatastoreError, DatastoreUnavailable } from '../../datastore-error.js';
import { isOutage } from '../../lifecycle/outage.js';

/** What a pooler says to the options of a session. */
const POOLER_MESSAGES = /unsupported startup parameter/i;

/** Says that something stands between that keeps sessions apart from their connections. */
export class PoolerBetween extends Error {
  override readonly name = 'PoolerBetween';
}

/**
 * @param where the server, for a reader
 * @returns what `open()` throws: DatastoreUnavailable if another attempt may succeed
 */
export function openingError(error: unknown, where: string): DatastoreError {
  if (error instanceof DatastoreError) return error;
  const message = messageOf(error).replace(/\.$/, '');
  if (error instanceof PoolerBetween || POOLER_MESSAGES.test(message)) {
    return new DatastoreError(
      `PostgreSQL at ${where} can't be used: the agent needs a direct connection, not a transaction pooler ` +
        `(${message}). Set DATASTORE_URL to the server's own address, or have the pooler pool sessions ` +
        '(pool_mode=session in PgBouncer).',
      { cause: error },
    );
  }
  if (isOutage(error)) {
    return new DatastoreUnavailable(
      `PostgreSQL at ${where} can't be reached: ${message}. Check DATASTORE_URL, and that the server runs and ` +
        'takes connections from here.',
      { cause: error },
    );
  }
  return new DatastoreError(
    `PostgreSQL at ${where} can't be used: ${message}. ` +
      'Check DATASTORE_URL, that the server runs, and that its user may create schemas in the database.',
    { cause: error },
  );
}

/** Node's error for a host with several addresses has no message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map((inner: unknown) => messageOf(inner)).join('; ');
  }
  return error instanceof Error ? error.message : String(error);
}
