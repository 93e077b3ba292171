import { DatastoreError } from '../datastore-error.js';

/** Thrown for everything a user can mend; the message says what to set. */
export class EmbeddedPostgresError extends DatastoreError {
  override readonly name = 'EmbeddedPostgresError';
}

/** The system's code of an error (`ENOENT`, `EACCES`, ...); undefined when it has none. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
