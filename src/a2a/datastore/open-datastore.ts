import { Logger } from '@nestjs/common';
import { DatastoreError } from './datastore-error.js';
import type { Datastore } from './ports/index.js';
import { openPostgres } from './postgres/open-postgres.js';

/** What {@link openDatastore} needs to know. */
export interface DatastoreOptions {
  /** DATASTORE_URL; none: a private PostgreSQL server in `dataDir`. */
  readonly url?: string;
  /** DATA_DIR, of which only a private server makes use. */
  readonly dataDir: string;
  /** The agent's name: agents that share a server see neither each other's tasks nor queues. */
  readonly name: string;
  /** Told what whoever starts the agent should know. */
  readonly warn: (line: string) => void;
  /** Called when the private server ends by itself; nothing works from then on. */
  readonly onUnexpectedExit?: () => void;
}

/**
 * Opens the datastore that the URL names.
 *
 * @throws DatastoreError when the URL is none that is known, or the server can not be used
 */
export async function openDatastore(options: DatastoreOptions): Promise<Datastore> {
  const { url, name } = options;
  if (url === undefined || url === '') return openEmbedded(options);
  if (/^postgres(ql)?:\/\//.test(url)) return openPostgres({ address: url, agent: name, exclusive: false });
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0];
  throw new DatastoreError(
    `DATASTORE_URL ${scheme === undefined ? 'has no scheme' : `begins with ${scheme}`}, which is not known here. ` +
      'Set it to postgres://user:password@host:5432/database, or leave it unset for a private PostgreSQL server.',
  );
}

async function openEmbedded({ dataDir, name, warn, onUnexpectedExit }: DatastoreOptions): Promise<Datastore> {
  // The server's binaries are an optional dependency.
  const { startEmbeddedPostgres } = await import('./embedded/embedded-postgres.js');
  const logger = new Logger('PostgreSQL');
  const server = await startEmbeddedPostgres({ dataDir, onUnexpectedExit, log: (line) => logger.log(line) });
  warn(
    `DATASTORE_URL is not set: a private PostgreSQL server keeps the data in ${server.dataDir}. ` +
      'Set DATASTORE_URL to use a server of your own.',
  );
  try {
    return await openPostgres({
      address: server.connection,
      agent: name,
      exclusive: true,
      stopServer: () => server.stop(),
    });
  } catch (error) {
    await server.stop();
    throw error;
  }
}
