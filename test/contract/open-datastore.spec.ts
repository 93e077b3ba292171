import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { DatastoreError } from '../../src/a2a/datastore/datastore-error.js';
import { openDatastore } from '../../src/a2a/datastore/open-datastore.js';
import { createTestDatabase } from '../support/postgres-server.js';
import { ALL, claimedTask, counting } from './task-store/fixtures.js';

describe('openDatastore', () => {
  it('brings a new database up to date for all who open it at once', async () => {
    const fresh = await createTestDatabase();
    const url = `${fresh.url}?options=${encodeURIComponent('-c search_path=public -c work_mem=8MB')}`;
    const datastores = await Promise.all(
      counting(1, 4).map(() => openDatastore({ url, dataDir: '', name: 'agent', warn: () => undefined })),
    );
    const { key } = await claimedTask(datastores[0]!.tasks);
    for (const { tasks } of datastores) expect(await tasks.load(key, ALL)).toBeDefined();
    const queue = datastores[1]?.queues.queue('after');
    await queue?.add('job', {});
    await queue?.close();
    await Promise.all(datastores.map((datastore) => datastore.close()));
    await fresh.drop();
  });

  it.each([
    ['mysql://localhost/db', /begins with mysql:.*postgres:\/\//],
    ['localhost:5432', /postgres:\/\//],
    ['/var/lib/data', /has no scheme.*postgres:\/\//],
    ['postgres://user:pa/ss@host:port/db', /percent-encoded/],
    ['postgres://127.0.0.1:1/db', /127\.0\.0\.1:1\/db.*ECONNREFUSED.*DATASTORE_URL/],
  ])('refuses %s and says what to write', async (url, message) => {
    const refusal = openDatastore({ url, dataDir: '', name: 'agent', warn: () => undefined });
    await expect(refusal).rejects.toThrow(DatastoreError);
    await expect(refusal).rejects.toThrow(message);
  });

  it('never repeats a password', async () => {
    const url = 'postgres://user:s3cret@127.0.0.1:1/db';
    const refusal = openDatastore({ url, dataDir: '', name: 'agent', warn: () => undefined });
    await expect(refusal).rejects.not.toThrow('s3cret');
  });

  it('starts a private server when there is no URL, which keeps its data', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'nest-a2a-open-'));
    // As root the server runs as somebody else, who must get there too.
    await chmod(dataDir, 0o755);
    const lines: string[] = [];
    const openPrivate = () => openDatastore({ dataDir, name: 'agent', warn: (line) => lines.push(line) });
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
