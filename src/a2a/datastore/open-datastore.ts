import { Logger } from '@nestjs/common';
import { FolderContents } from './contents/folder-contents.js';
import { DatastoreError } from './datastore-error.js';
import type { EmbeddedPostgres } from './embedded/embedded-postgres.js';
import type { Datastore } from './ports/index.js';
import { postgresDatastore, type PrivateServer } from './postgres/postgres-datastore.js';
import { redisDatastore } from './redis/redis-datastore.js';

/** What {@link datastoreFor} needs to know. */
export interface DatastoreOptions {
  /** DATASTORE_URL; none: a private PostgreSQL server in `dataDir`. */
  readonly url?: string;
  /** DATA_DIR, of which only a private server makes use. */
  readonly dataDir: string;
  /** REDIS_WAIT_REPLICAS: how many replicas must have what is stored before it counts as stored. */
  readonly waitReplicas?: number;
  /** ARTIFACT_FOLDER: where the contents of large artifacts are kept, whatever keeps the tasks. */
  readonly artifactFolder?: string;
  /** The agent's name: agents that share a server see neither each other's tasks nor queues. */
  readonly name: string;
  /** Told what whoever starts the agent should know. */
  readonly warn: (line: string) => void;
  /** Called when the private server ends by itself; nothing works from then on. */
  readonly onUnexpectedExit?: () => void;
}

/**
 * @returns the datastore that the URL names, which is not open yet
 * @throws DatastoreError when the URL is none that is known
 */
export function datastoreFor(options: DatastoreOptions): Datastore {
  const { url, name: agent, artifactFolder, waitReplicas, warn } = options;
  const folder = artifactFolder === undefined ? undefined : new FolderContents(artifactFolder, agent);
  if (url === undefined || url === '') {
    return postgresDatastore({ server: privateServer(options), agent, folder });
  }
  if (/^postgres(ql)?:\/\//i.test(url)) return postgresDatastore({ server: url, agent, folder });
  if (/^rediss?(\+(sentinel|cluster))?:\/\//i.test(url)) {
    return redisDatastore({ url, agent, waitReplicas, folder, warn });
  }
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0];
  throw new DatastoreError(
    `DATASTORE_URL ${scheme === undefined ? 'has no scheme' : `begins with ${scheme}`}, which is not known here. ` +
      'Set it to redis://user:password@host:6379 (or rediss://, redis+sentinel://, redis+cluster://) or ' +
      'postgres://user:password@host:5432/database, or leave it unset for a private PostgreSQL server.',
  );
}

function privateServer({ dataDir, warn, onUnexpectedExit }: DatastoreOptions): PrivateServer {
  let starting: Promise<EmbeddedPostgres> | undefined;
  const start = async (): Promise<EmbeddedPostgres> => {
    // The server's binaries are an optional dependency.
    const { startEmbeddedPostgres } = await import('./embedded/embedded-postgres.js');
    const logger = new Logger('PostgreSQL');
    const server = await startEmbeddedPostgres({
      dataDir,
      onUnexpectedExit,
      log: (line) => logger.log(line),
    });
    warn(
      `DATASTORE_URL is not set: a private PostgreSQL server keeps the data in ${server.dataDir}. ` +
        'Set DATASTORE_URL to use a server of your own.',
    );
    return server;
  };
  return {
    start: async () => {
      starting ??= start().catch((error: unknown) => {
        starting = undefined;
        throw error;
      });
      return (await starting).connection;
    },
    stop: async () => {
      await (await starting?.catch(() => undefined))?.stop();
    },
  };
}
