import { fileURLToPath } from 'node:url';
import { runMigrations as runQueueMigrations } from 'bullmq';
import { runner } from 'node-pg-migrate';
import type { Client, ClientConfig } from 'pg';
import { DatastoreError } from '../datastore-error.js';
import { newClient } from './connections/new-client.js';

/** The schema of everything that is ours. */
const SCHEMA = 'a2a';

/** Names this project's migrations among all that lock in a database. */
const LOCK = 7_302_114_226;

/** The schema of BullMQ's own tables. */
export const QUEUE_SCHEMA = 'bullmq';

/** BullMQ and the functions in `migrations/` need no less. */
const OLDEST_SERVER = 14;

/**
 * Brings both schemas up to date. Processes that start together wait for each other.
 *
 * @param signal ends it; what was changed until then is taken back
 * @throws DatastoreError if the server is too old
 * @throws whatever the server refuses: no right to create a schema, or a version that BullMQ does not know
 */
export async function migrateSchema(config: ClientConfig, signal: AbortSignal): Promise<void> {
  const { client, destroy } = newClient(config);
  // A lost connection fails the query that waits for it; without a listener it would end the process.
  client.on('error', () => undefined);
  const interrupt = (): void => destroy();
  signal.addEventListener('abort', interrupt);
  try {
    signal.throwIfAborted();
    await client.connect();
    await checkVersion(client);
    await runner({
      dbClient: client,
      dir: fileURLToPath(new URL('./migrations', import.meta.url)),
      direction: 'up',
      schema: SCHEMA,
      createSchema: true,
      migrationsTable: 'migration',
      singleTransaction: true,
      lockValue: LOCK,
      advisoryLockMode: 'wait',
      logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    await runQueueMigrations(client, QUEUE_SCHEMA);
    await client.end();
  } finally {
    signal.removeEventListener('abort', interrupt);
    destroy();
  }
}

async function checkVersion(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: number; name: string }>(
    `select current_setting('server_version_num')::integer as number, current_setting('server_version') as name`,
  );
  const [version] = rows;
  if (version !== undefined) assertVersion(version.number, version.name);
}

/** @throws DatastoreError if a server whose `server_version_num` this is can not be used */
export function assertVersion(number: number, name: string): void {
  if (number >= OLDEST_SERVER * 10_000) return;
  throw new DatastoreError(
    `PostgreSQL ${name} is too old: set DATASTORE_URL to a server of version ${OLDEST_SERVER} or newer.`,
  );
}
