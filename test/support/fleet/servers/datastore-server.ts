/** Which datastores every suite runs on. */
export const DATASTORES = ['postgres', 'redis'] as const;

export type DatastoreKind = (typeof DATASTORES)[number];

/** A datastore server of the test's own, which things may happen to. */
export interface DatastoreServer {
  readonly kind: DatastoreKind;
  /** For DATASTORE_URL. The same after a restart. */
  readonly url: string;
  /** Ends it without a word, and all its children. */
  kill(): Promise<void>;
  /** Starts it again on its data. @returns when it takes connections */
  restart(): Promise<void>;
  /** Stops it in its tracks: connections stay, nothing is answered. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Breaks every connection of every agent. @returns how many */
  cutConnections(): Promise<number>;
  /** How many connections agents hold. */
  connections(): Promise<number>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}
