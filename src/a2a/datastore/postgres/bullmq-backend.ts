import { createPostgresBackend, type Processor, type Queue, withBackend, type Worker } from 'bullmq';
import pg, { type Pool } from 'pg';
import { DatastoreError, DatastoreUnavailable } from '../datastore-error.js';
import { encodedName } from '../encoded-name.js';
import type { ErrorLog } from '../error-log.js';
import type { QueueBackend, QueueSettings, WorkerSettings } from '../ports/index.js';
import { CONNECTIONS, type ConnectionSettings, QUERY_TIMEOUT_MS } from './connections/connection-settings.js';
import { QUEUE_SCHEMA } from './migrate-schema.js';

/** BullMQ sets it only where it makes the pool itself, and where the URL has no options of its own. */
const SEARCH_PATH = `-c search_path=${QUEUE_SCHEMA}`;

const bound = withBackend(createPostgresBackend);

interface Capacity {
  readonly granted: number;
  readonly reserved: number;
  readonly in_use: number;
}

/**
 * BullMQ on PostgreSQL, schema `bullmq`. Connections of a process, at most:
 * 8 (tasks) + 3 (all queues together) + 2 (notifications) + 2 for each worker = 13 + 2 x workers.
 */
export class BullmqBackend implements QueueBackend {
  private opened?: { readonly settings: ConnectionSettings; readonly pool: Pool };

  /** @param agent the namespace: agents that share a database have queues of their own */
  constructor(
    private readonly agent: string,
    private readonly errors: ErrorLog,
  ) {}

  /** Allows queues and workers from now on; connections are made when they are needed. */
  open(settings: ConnectionSettings): void {
    // A pool that is handed in does not tell BullMQ its schema.
    const pool = new pg.Pool({
      ...settings.with(SEARCH_PATH),
      max: CONNECTIONS.queues,
      query_timeout: QUERY_TIMEOUT_MS,
    });
    // Each queue listens for errors of the pool that they share.
    pool.setMaxListeners(0);
    pool.on('error', this.errors.of('PostgreSQL, connections of the queues'));
    this.opened = { settings, pool };
  }

  queue<T>(name: string, settings: QueueSettings = {}): Queue<T> {
    const queue = new bound.Queue<T>(this.qualified(name), {
      ...settings,
      connection: this.connections.pool,
    });
    queue.on('error', this.errors.of(`queue ${name}`));
    return queue as unknown as Queue<T>;
  }

  worker<T>(name: string, processor: Processor<T>, settings: WorkerSettings = {}): Worker<T> {
    const worker = new bound.Worker<T>(this.qualified(name), processor, {
      ...settings,
      // BullMQ adds the connection that listens for jobs.
      connection: {
        ...this.connections.settings.with(SEARCH_PATH),
        schema: QUEUE_SCHEMA,
        max: CONNECTIONS.perWorker - 1,
      },
    });
    worker.on('error', this.errors.of(`worker of queue ${name}`));
    return worker as unknown as Worker<T>;
  }

  async checkCapacity(workers: number): Promise<void> {
    const { pool, settings } = this.connections;
    const { rows } = await pool.query<Capacity>(
      `select current_setting('max_connections')::integer as granted,
              current_setting('superuser_reserved_connections')::integer
                + coalesce(current_setting('reserved_connections', true)::integer, 0) as reserved,
              (select sum(numbackends) from pg_stat_database)::integer
                - (select count(*) from pg_stat_activity where application_name = $1)::integer as in_use`,
      [settings.applicationName],
    );
    const [{ granted, reserved, in_use: inUse }] = rows as [Capacity];
    const { tasks, queues, notifications, perWorker } = CONNECTIONS;
    const needed = tasks + queues + notifications + perWorker * workers;
    if (needed <= granted - reserved - inUse) return;
    throw new DatastoreError(
      `${workers} workers in this process need up to ${needed} connections to PostgreSQL ` +
        `(${tasks + queues + notifications} + ${perWorker} for each worker), but the server has ` +
        `${Math.max(granted - reserved - inUse, 0)} left: max_connections is ${granted}, ${reserved} are reserved and ` +
        `${inUse} in use by others. Set max_connections in postgresql.conf to at least ${needed + reserved + inUse}, ` +
        'or let this process work on fewer skills.',
    );
  }

  /** Closes the connections that the queues share; queues and workers must be closed before. */
  async close(): Promise<void> {
    const { opened } = this;
    this.opened = undefined;
    await opened?.pool.end();
  }

  private get connections(): { readonly settings: ConnectionSettings; readonly pool: Pool } {
    if (this.opened !== undefined) return this.opened;
    throw new DatastoreUnavailable(
      'The datastore is not open: make queues and workers after open() has ended, and before close().',
    );
  }

  private qualified(name: string): string {
    return `${encodedName(this.agent)}.${encodedName(name)}`;
  }
}
