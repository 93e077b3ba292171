import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** An empty database on a PostgreSQL server, for one spec file. */
export interface TestDatabase {
  readonly url: string;
  /** Drops the database, whoever is still connected, and ends the server if the test started it. */
  drop(): Promise<void>;
}

interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** @returns a database on the server that TEST_POSTGRES_URL names, or on an embedded one started for it */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await testServer();
  const database = `a2a_test_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  await execute(server.url, `create database ${database}`);
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  return {
    url: url.href,
    drop: async () => {
      await execute(server.url, `drop database if exists ${database} with (force)`);
      await server.stop();
    },
  };
}

/** Runs one statement on a connection of its own. @returns its rows */
export async function execute<Row extends object>(
  url: string,
  sql: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

async function testServer(): Promise<TestServer> {
  const url = process.env.TEST_POSTGRES_URL;
  if (url !== undefined && url !== '') return { url, stop: () => Promise.resolve() };
  const { startEmbeddedPostgres } = await import('../../src/a2a/datastore/embedded/embedded-postgres.js');
  const dataDir = await mkdtemp(join(tmpdir(), 'nest-a2a-test-'));
  // As root the server runs as somebody else, who must get there too.
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir });
  return {
    url: server.connectionString,
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
