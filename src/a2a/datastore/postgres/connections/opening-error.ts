import { DatastoreError, DatastoreUnavailable } from '../../datastore-error.js';

/** Codes of the system and of the server that may be gone at the next attempt. */
const PASSING_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // The socket of a server that does not run.
  'ENOENT',
  // The server shuts down, has crashed, or starts.
  '57P01',
  '57P02',
  '57P03',
  // It has no connection left.
  '53300',
  // It is a replica that has not been promoted yet.
  '25006',
]);

/** Connection exceptions, but for a protocol that is not spoken. */
const PASSING_CLASS = /^08(?!P01)/;

/** pg gives these no code. */
const PASSING_MESSAGES = /timeout|Connection terminated|The connection was closed/i;

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
  const message = messageOf(error);
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

/** Whether the server is away, or not ready, so that another attempt may succeed. */
export function isOutage(error: unknown): boolean {
  const code = codeOf(error);
  return (
    PASSING_CODES.has(code) ||
    PASSING_CLASS.test(code) ||
    (code === '' && PASSING_MESSAGES.test(messageOf(error)))
  );
}

/** @returns '' for an error without one */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Node's error for a host with several addresses has no message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map((inner: unknown) => messageOf(inner)).join('; ');
  }
  return error instanceof Error ? error.message : String(error);
}
