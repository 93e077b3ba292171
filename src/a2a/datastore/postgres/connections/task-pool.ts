import pg, { type Pool } from 'pg';
import { DatastoreError, DatastoreUnavailable } from '../../datastore-error.js';
import type { ErrorLog } from '../../error-log.js';
import { isOutage } from '../../lifecycle/outage.js';
import { CONNECTIONS, type ConnectionSettings, QUERY_TIMEOUT_MS } from './connection-settings.js';

/**
 * Every statement here finds its rows by an index that was made for it. With these the server does not take
 * another way while its statistics are missing or out of date, be it for one caller or one plan kept for all.
 */
export const BY_INDEX = '-c enable_seqscan=off -c enable_sort=off -c enable_incremental_sort=off -c jit=off';

/** A statement that others were in the way of is run so often: nothing of it was stored. */
const TRIES = 3;

/** The connections on which everything is stored and read, while the datastore is open. */
export class TaskPool {
  private pool?: Pool;
  private closed = false;

  constructor(private readonly errors: ErrorLog) {}

  /** Allows statements from now on; connections are made when they are needed. */
  open(settings: ConnectionSettings): void {
    this.pool = new pg.Pool({
      ...settings.with(BY_INDEX),
      max: CONNECTIONS.tasks,
      query_timeout: QUERY_TIMEOUT_MS,
    });
    this.pool.on('error', this.errors.of('PostgreSQL, connections of the tasks'));
  }

  async close(): Promise<void> {
    const { pool } = this;
    this.pool = undefined;
    this.closed = true;
    await pool?.end();
  }

  /**
   * @returns the rows
   * @throws DatastoreUnavailable before the datastore is open and while the server is away, DatastoreError after
   *   it is closed, and whatever else the server says
   */
  async rows<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    const { pool } = this;
    if (pool === undefined) {
      throw this.closed
        ? new DatastoreError('The datastore is closed: nothing can be stored or read any more.')
        : new DatastoreUnavailable('The datastore is not open yet: wait for open() to end.');
    }
    for (let tries = 1; ; tries += 1) {
      try {
        const { rows } = await pool.query<Row>({ name: `a2a-${name}`, text, values });
        return rows;
      } catch (error) {
        if (tries < TRIES && wasInTheWay(error)) continue;
        if (!isOutage(error)) throw error;
        throw new DatastoreUnavailable(`PostgreSQL can't serve at present: ${String(error)}`, {
          cause: error,
        });
      }
    }
  }
}

/** Whether the server has ended this statement for the sake of another (deadlock, serialization failure). */
function wasInTheWay(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001');
}
