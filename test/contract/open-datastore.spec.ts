import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { DatastoreError, DatastoreUnavailable } from '../../src/a2a/datastore/datastore-error.js';
import { datastoreFor } from '../../src/a2a/datastore/open-datastore.js';
import { createTestDatabase, execute } from '../support/postgres-server.js';
import { openedDatastore } from './opened-datastore.js';
import { ALL, claimedTask, counting } from './task-store/fixtures.js';

const datastoreAt = (url: string) => datastoreFor({ url, dataDir: '', name: 'agent', warn: () => undefined });

/** @returns what opening fails with */
async function refusalOf(url: string): Promise<unknown> {
  const datastore = datastoreAt(url);
  const refusal = await datastore.open().catch((error: unknown) => error);
  await datastore.close();
  return refusal;
}

describe('datastoreFor', () => {
  it('brings a new database up to date for all who open it at once', async () => {
    const fresh = await createTestDatabase();
    const url = `${fresh.url}?options=${encodeURIComponent('-c search_path=public -c work_mem=8MB')}`;
    const datastores = await Promise.all(counting(1, 4).map(() => openedDatastore({ url })));
    const { key } = await claimedTask(datastores[0]!.tasks);
    for (const { tasks } of datastores) expect(await tasks.load(key, ALL)).toBeDefined();
    const queue = datastores[1]?.queues.queue('after');
    await queue?.add('job', {});
    await queue?.close();
    await Promise.all(datastores.map((datastore) => datastore.close()));
    await fresh.drop();
  });

  it.each([
    ['mysql://localhost/db', /begins with mysql:.*redis:\/\/.*postgres:\/\//],
    ['localhost:5432', /postgres:\/\//],
    ['/var/lib/data', /has no scheme.*postgres:\/\//],
    ['postgres://user:pa/ss@host:port/db', /percent-encoded/],
  ])('refuses %s at once and says what to write', (url, message) => {
    expect(() => datastoreAt(url)).toThrow(DatastoreError);
    expect(() => datastoreAt(url)).toThrow(message);
  });

  it('tells a server that is not there from one that refuses, and never repeats a password', async () => {
    const away = await refusalOf('postgres://user:s3cret@127.0.0.1:1/db');
    expect(away).toBeInstanceOf(DatastoreUnavailable);
    expect(String(away)).toMatch(/127\.0\.0\.1:1\/db.*ECONNREFUSED.*DATASTORE_URL/);
    expect(String(away)).not.toContain('s3cret');
    expect(await refusalOf('postgres://no-such-host.invalid/db')).toBeInstanceOf(DatastoreUnavailable);

    const server = await createTestDatabase();
    const other = new URL(server.url);
    other.pathname = '/no_such_database';
    const unknown = await refusalOf(other.href);
    expect(unknown).toBeInstanceOf(DatastoreError);
    expect(unknown).not.toBeInstanceOf(DatastoreUnavailable);
    expect(String(unknown)).toMatch(/no_such_database.*can't be used.*DATASTORE_URL/);
    await server.drop();
  });

  it('refuses a schema that is not its own, and opens when that has been mended', async () => {
    const server = await createTestDatabase();
    await execute(server.url, 'create schema a2a');
    await execute(server.url, 'create table a2a.task (no bigint)');
    const datastore = datastoreAt(server.url);
    const refusal = await datastore.open().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DatastoreError);
    expect(refusal).not.toBeInstanceOf(DatastoreUnavailable);
    await expect(datastore.ping()).rejects.toThrow(DatastoreUnavailable);
    await execute(server.url, 'drop schema a2a cascade');
    await datastore.open();
    await datastore.ping();
    await datastore.close();
    await server.drop();
  });

  it('stops at once to open a server that does not answer', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined).resume()).listen(
      0,
      '127.0.0.1',
    );
    await new Promise((resolve) => silent.once('listening', resolve));
    const address = silent.address() as { port: number };
    const datastore = datastoreAt(`postgres://127.0.0.1:${address.port}/db`);
    const opening = datastore.open().catch((error: unknown) => error);
    await delay(200);
    const startedAt = performance.now();
    await datastore.close();
    expect(String(await opening)).toMatch(/closed/);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    await new Promise((resolve) => silent.close(resolve));
  });

  it('starts a private server when there is no URL, which keeps its data', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'nest-a2a-open-'));
    // As root the server runs as somebody else, who must get there too.
    await chmod(dataDir, 0o755);
    const lines: string[] = [];
    const openPrivate = () => openedDatastore({ dataDir, warn: (line) => lines.push(line) });
    try {
      const first = await openPrivate();
      expect(first.exclusive).toBe(true);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(/private PostgreSQL.*DATASTORE_URL/s);
      await first.queues.checkCapacity(30);
      const { key } = await claimedTask(first.tasks);
      const queue = first.queues.queue<number>('kept');
      await queue.add('job', 1);
      await queue.close();
      await Promise.all([first.close(), first.close()]);

      // Closed while it starts, it leaves nothing that keeps the next one out.
      const ended = datastoreFor({ dataDir, name: 'contract', warn: () => undefined });
      const opening = ended.open().catch((error: unknown) => error);
      await ended.close();
      expect(String(await opening)).toMatch(/closed/);

      const second = await openPrivate();
      expect(await second.tasks.load(key, ALL)).toBeDefined();
      expect(await second.tasks.expireLeases()).toBe(1);
      const worked = await new Promise<number>((resolve) => {
        const worker = second.queues.worker<number>('kept', (job) => {
          resolve(job.data);
          setTimeout(() => void worker.close(), 0);
          return Promise.resolve();
        });
      });
      expect(worked).toBe(1);
      await delay(200);
      await second.close();
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
