import { Logger } from '@nestjs/common';
import pg from 'pg';
import { DatastoreError } from '../datastore-error.js';
import type { Datastore } from '../ports/index.js';
import { BullmqBackend } from './bullmq-backend.js';
import {
  ConnectionSettings,
  CONNECTIONS,
  type PostgresAddress,
  QUERY_TIMEOUT_MS,
} from './connection-settings.js';
import { ErrorLog } from './error-log.js';
import { migrateSchema } from './migrate-schema.js';
import { PostgresNotifications } from './postgres-notifications.js';
import { PostgresTaskStore } from './tasks/postgres-task-store.js';

/** What {@link openPostgres} needs to know. */
export interface PostgresOptions {
  readonly address: PostgresAddress;
  /** The agent's namespace. */
  readonly agent: string;
  /** Whether no other process can reach the server. */
  readonly exclusive: boolean;
  /** Ends the server after all connections are closed. */
  readonly stopServer?: () => Promise<void>;
}

/**
 * Opens a datastore on a PostgreSQL server, after bringing its schemas up to date.
 *
 * @throws DatastoreError when the server can not be reached or refuses
 */
export async function openPostgres(options: PostgresOptions): Promise<Datastore> {
  const settings = new ConnectionSettings(options.address, options.agent);
  const logger = new Logger('PostgreSQL');
  const errors = new ErrorLog((line) => logger.warn(line));

  await migrateSchema(settings.with()).catch((error: unknown) => {
    throw new DatastoreError(
      `PostgreSQL at ${settings.describe()} can't be used: ${error instanceof Error ? error.message : String(error)}. ` +
        'Check DATASTORE_URL, that the server runs, and that its user may create schemas in the database.',
      { cause: error },
    );
  });
  const pool = new pg.Pool({ ...settings.with(), max: CONNECTIONS.tasks, query_timeout: QUERY_TIMEOUT_MS });
  pool.on('error', errors.of('PostgreSQL, connections of the tasks'));
  const notifications = new PostgresNotifications(settings, errors);
  const queues = new BullmqBackend(settings, options.agent, errors);
  const closeConnections = async (): Promise<void> => {
    errors.silence();
    await queues.close();
    await pool.end();
    await notifications.close();
  };
  try {
    await notifications.open();
  } catch (error) {
    await closeConnections();
    throw error;
  }

  const close = async (): Promise<void> => {
    try {
      await closeConnections();
    } finally {
      await options.stopServer?.();
    }
  };
  let closing: Promise<void> | undefined;
  return {
    tasks: new PostgresTaskStore(pool, options.agent, notifications.announce),
    notifications,
    queues,
    exclusive: options.exclusive,
    close: () => (closing ??= close()),
  };
}
