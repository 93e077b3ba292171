import { fileURLToPath } from 'node:url';
import { runMigrations as runQueueMigrations } from 'bullmq';
import { runner } from 'node-pg-migrate';
import pg, { type ClientConfig } from 'pg';

/** The schema of everything that is ours. */
const SCHEMA = 'a2a';

/** Names this project's migrations among all that lock in a database. */
const LOCK = 7_302_114_226;

/** The schema of BullMQ's own tables. */
export const QUEUE_SCHEMA = 'bullmq';

/**
 * Brings both schemas up to date. Processes that start together wait for each other.
 *
 * @throws whatever the server refuses: no right to create a schema, or a version that BullMQ does not know
 */
export async function migrateSchema(config: ClientConfig): Promise<void> {
  const client = new pg.Client(config);
  // A lost connection fails the query that waits for it; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
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
  } finally {
    await client.end();
  }
}
