/** A datastore that can not be used as configured; the message says what to set. */
export class DatastoreError extends Error {
  override readonly name: string = 'DatastoreError';
}

/** A datastore that can not be reached, or is not ready yet; it may be later. */
export class DatastoreUnavailable extends DatastoreError {
  override readonly name = 'DatastoreUnavailable';
}
