/** A datastore that can not be used as configured; the message says what to set. */
export class DatastoreError extends Error {
  override readonly name = 'DatastoreError';
}
