import { randomUUID } from 'node:crypto';
import { DatastoreError } from '../../datastore-error.js';

/** Where a PostgreSQL server is: a URL, or what pg calls these things; a host that is a folder has the server's socket. */
export type PostgresAddress =
  | string
  | { readonly host: string; readonly port: number; readonly user: string; readonly database: string };

/** Settings of a connection or a pool, for pg and for BullMQ. */
export interface SessionConfig {
  readonly connectionString?: string;
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly database?: string;
  readonly application_name?: string;
  readonly options?: string;
  readonly keepAlive: true;
  readonly keepAliveInitialDelayMillis: number;
  readonly connectionTimeoutMillis: number;
}

/** Connections that a process has whether it works or not. */
export const CONNECTIONS = {
  /** Those of the task store, at most. */
  tasks: 8,
  /** Those that all queues share, at most. */
  queues: 3,
  /** One that listens for notifications and one that sends them. */
  notifications: 2,
  /** One that listens for jobs and one that works on them, for each worker. */
  perWorker: 2,
} as const;

/** A server that does not answer by then is taken for gone; no statement of ours takes nearly as long. */
export const QUERY_TIMEOUT_MS = 15_000;

/** How long a connection may take, so that whoever needs one learns of an outage. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Makes the settings of one process's connections, which differ in their session options. */
export class ConnectionSettings {
  /** What the server calls this process's connections; no other process has the same name. */
  readonly applicationName: string;

  /** @throws DatastoreError if the address is no URL that can be read */
  constructor(
    private readonly address: PostgresAddress,
    agent: string,
  ) {
    if (typeof address === 'string') parseUrl(address);
    // The server cuts names after 63 bytes, and the end is what tells processes apart.
    const printable = agent.replace(/[^\x20-\x7e]/g, '?').slice(0, 40);
    this.applicationName = `nest-a2a ${printable} ${randomUUID().slice(0, 8)}`;
  }

  /** @param sessionOptions as on the server's command line: `-c name=value` */
  with(sessionOptions?: string): SessionConfig {
    const common = {
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    } as const;
    const application_name = this.applicationName;
    if (typeof this.address !== 'string') {
      return { ...this.address, ...common, application_name, options: sessionOptions };
    }
    // What stands in a connection string wins over settings beside it, so ours must stand in it.
    const url = parseUrl(this.address);
    url.searchParams.set('application_name', application_name);
    const given = url.searchParams.get('options');
    const options = [given, sessionOptions].filter(Boolean).join(' ');
    if (options !== '') url.searchParams.set('options', options);
    return { ...common, connectionString: url.href };
  }

  /** The server, for a message: never with the password. */
  describe(): string {
    if (typeof this.address !== 'string') return `${this.address.host}, database ${this.address.database}`;
    const { host, pathname } = parseUrl(this.address);
    return `${host}${pathname}`;
  }
}

function parseUrl(address: string): URL {
  try {
    return new URL(address);
  } catch {
    throw new DatastoreError(
      'DATASTORE_URL is no valid URL. Write postgres://user:password@host:5432/database, ' +
        'with anything unusual in the user and password percent-encoded.',
    );
  }
}
