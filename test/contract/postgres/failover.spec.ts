import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DatastoreUnavailable } from '../../../src/a2a/datastore/datastore-error.js';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../src/a2a/datastore/embedded/embedded-postgres.js';
import { execute } from '../../support/postgres-server.js';
import { openedDatastore } from '../opened-datastore.js';
import { claimedTask, mustAppend, progress } from '../task-store/fixtures.js';

const DEADLINE = { timeout: 60_000, interval: 100 };

let folder: string;
const running: EmbeddedPostgres[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nest-a2a-test-'));
  await chmod(folder, 0o755);
});
afterAll(async () => {
  await Promise.all(running.map((server) => server.stop()));
  await rm(folder, { recursive: true, force: true });
});

async function start(name: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: join(folder, name) });
  running.push(server);
  return server;
}

/** Copies the data of a server that does not run, with their owners. */
async function copyServer({ dataDir }: EmbeddedPostgres, name: string): Promise<void> {
  await mkdir(join(folder, name));
  await chmod(join(folder, name), 0o755);
  const copy = join(folder, name, 'postgres');
  await promisify(execFile)('cp', ['-a', dirname(dataDir), copy]);
  // Where the other server's socket is.
  await rm(join(copy, 'location.json'));
}

/** How many connections of agents a server has, but for the session that owns it. */
async function connections({ connectionString }: EmbeddedPostgres): Promise<number> {
  const [row] = await execute<{ count: number }>(
    connectionString,
    `select count(*)::integer as count
       from pg_stat_activity
      where application_name like 'nest-a2a contract%'`,
  );
  return row?.count ?? 0;
}

/** A server's address that stays when another server takes over, as a name that is resolved anew does. */
class Address {
  private readonly link = join(folder, 'address');

  async leadTo({ connection }: EmbeddedPostgres): Promise<void> {
    await symlink(connection.host, `${this.link}.new`);
    await rename(`${this.link}.new`, this.link);
  }

  urlFor({ connection: { user, port, database } }: EmbeddedPostgres): string {
    return `postgres://${user}@${encodeURIComponent(this.link)}:${port}/${database}`;
  }
}

it('announces through the server that has taken over, and leaves the one that is only a standby now', async () => {
  const first = await start('first');
  const address = new Address();
  await address.leadTo(first);
  const datastore = await openedDatastore({ url: address.urlFor(first) });
  const { key, fence } = await claimedTask(datastore.tasks);

  // The first server comes back as a standby, and its address leads there for a while.
  await first.stop();
  await copyServer(first, 'second');
  await writeFile(join(first.dataDir, 'standby.signal'), '');
  const standby = await start('first');
  await address.leadTo(standby);
  await expect(datastore.ping()).rejects.toThrow(DatastoreUnavailable);
  await delay(2_000);

  const second = await start('second');
  await address.leadTo(second);
  const other = await openedDatastore({ url: second.connectionString });
  let wakeUps = 0;
  other.notifications.subscribe(key.taskId, () => (wakeUps += 1));
  await vi.waitFor(() => datastore.ping(), DEADLINE);
  let percent = 0;
  await vi.waitFor(async () => {
    await mustAppend(datastore.tasks, key, { fence }, progress((percent += 1)));
    expect(wakeUps).toBeGreaterThan(0);
  }, DEADLINE);
  await vi.waitFor(async () => expect(await connections(standby)).toBe(0), DEADLINE);
  await Promise.all([datastore.close(), other.close()]);
});
