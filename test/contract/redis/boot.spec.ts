import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DatastoreError, DatastoreUnavailable } from '../../../src/a2a/datastore/datastore-error.js';
import { datastoreFor } from '../../../src/a2a/datastore/open-datastore.js';
import type { Datastore } from '../../../src/a2a/datastore/ports/index.js';
import { canTestRedis, freePort, RedisServer } from '../../support/redis-server.js';
import { RewritingProxy } from '../../support/rewriting-proxy.js';
import { ALL, counting, mustCreate, newTask } from '../task-store/fixtures.js';

const lines: string[] = [];
const opened: Datastore[] = [];

function make(url: string, name = 'boot', waitReplicas?: number): Datastore {
  const datastore = datastoreFor({
    url,
    dataDir: '',
    name,
    warn: (line) => lines.push(line),
    ...(waitReplicas !== undefined && { waitReplicas }),
  });
  opened.push(datastore);
  return datastore;
}

/** @returns what opening throws, which must be of this kind and no other */
async function refusal(url: string, kind: typeof DatastoreError): Promise<string> {
  const error: unknown = await make(url)
    .open()
    .then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
  expect(error).toBeInstanceOf(DatastoreError);
  expect((error as Error).constructor).toBe(kind);
  return (error as Error).message;
}

describe.runIf(canTestRedis())('Redis at boot', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((datastore) => datastore.close()));
    lines.length = 0;
    vi.restoreAllMocks();
  });
  afterAll(() => server.remove());

  /** Opens the server as if it told something else of itself. */
  async function pretending(
    texts: Record<string, string>,
    use: (url: string) => Promise<void>,
  ): Promise<void> {
    const proxy = await RewritingProxy.open(server.port, texts);
    try {
      await use(`redis://127.0.0.1:${proxy.port}`);
    } finally {
      await Promise.all(opened.splice(0).map((datastore) => datastore.close()));
      proxy.close();
    }
  }

  it('says nothing about a server that is as it should be', async () => {
    await make(server.url).open();
    expect(lines).toEqual([]);
  });

  it('refuses a version that is too old', () =>
    pretending({ 'redis_version:7.0.': 'redis_version:6.0.' }, async (url) => {
      expect(await refusal(url, DatastoreError)).toMatch(/version 6\.0\.\d+: use 6\.2 or newer/);
    }));

  it('refuses a server that would drop tasks, and says how to set it', async () => {
    const evicting = await RedisServer.start(['--appendonly', 'yes', '--maxmemory-policy', 'allkeys-lru']);
    expect(await refusal(evicting.url, DatastoreError)).toMatch(/allkeys-lru.*maxmemory-policy noeviction/);
    await evicting.remove();
  });

  it('warns of a server that does not persist each write', async () => {
    const forgetful = await RedisServer.start(['--appendonly', 'no']);
    await make(forgetful.url).open();
    expect(lines).toEqual([expect.stringMatching(/append-only.*appendonly yes/)]);
    await forgetful.remove();
  });

  it('warns of what it can not read', async () => {
    await pretending(
      { 'maxmemory_policy:': 'maxmemory_xxxxxx:', 'aof_enabled:': 'aof_xxxxxxx:' },
      async (url) => {
        await make(url).open();
        expect(lines).toHaveLength(2);
        expect(lines.join()).toMatch(/maxmemory-policy.*noeviction.*append-only/s);
      },
    );
    vi.spyOn(console, 'warn').mockReturnValue();
    await server.command('ACL', 'SETUSER', 'uninformed', 'on', '>pw', '~*', '&*', '+@all', '-info');
    const datastore = make(`redis://uninformed:pw@127.0.0.1:${server.port}`);
    await datastore.open();
    expect(lines.at(-1)).toMatch(/does not let us read INFO.*noeviction.*append-only/);
    await datastore.queues.checkCapacity(1_000_000);
    await mustCreate(datastore.tasks, newTask());
  });

  it('refuses wrong credentials and missing rights, and repeats no password', async () => {
    const locked = await RedisServer.start(['--requirepass', 'right'], { password: 'right' });
    for (const credentials of ['', ':s3cret@', 'nobody:s3cret@']) {
      const message = await refusal(`redis://${credentials}127.0.0.1:${locked.port}`, DatastoreError);
      expect(message).toMatch(/NOAUTH|WRONGPASS/);
      expect(message).toContain(`127.0.0.1:${locked.port}`);
      expect(message).not.toContain('s3cret');
    }
    await make(`redis://:right@127.0.0.1:${locked.port}`).open();
    await locked.remove();

    await server.command(
      'ACL',
      'SETUSER',
      'reader',
      'on',
      '>pw',
      '~*',
      '&*',
      '+@read',
      '+info',
      '+ping',
      '+hello',
    );
    expect(await refusal(`redis://reader:pw@127.0.0.1:${server.port}`, DatastoreError)).toMatch(/NOPERM/);
  });

  it('runs beside a newer version, and says what it leaves to it', async () => {
    await server.command('SET', 'a2a:newer:format', 2);
    const datastore = make(server.url, 'newer');
    await datastore.open();
    expect(lines).toEqual([expect.stringMatching(/newer version.*format 2/)]);
    expect(await server.command('GET', 'a2a:newer:format')).toBe('2');
    await mustCreate(datastore.tasks, newTask());
    await make(server.url, 'of today').open();
    expect(await server.command('GET', 'a2a:of%20today:format')).toBe('1');
    expect(lines).toHaveLength(1);
  });

  it('takes a server that is away for one that may come, and opens when it has', async () => {
    const port = await freePort();
    const datastore = make(`redis://127.0.0.1:${port}`);
    await expect(datastore.open()).rejects.toThrow(DatastoreUnavailable);
    await expect(datastore.open()).rejects.toThrow(
      new RegExp(`127.0.0.1:${port}.*ECONNREFUSED.*DATASTORE_URL`),
    );
    await expect(datastore.tasks.create(newTask())).rejects.toThrow(/not open/);
    const late = await RedisServer.start(undefined, { port });
    await datastore.open();
    await datastore.ping();
    await mustCreate(datastore.tasks, newTask());
    await datastore.close();
    await late.remove();
  });

  it.each([
    'redis://nowhere.invalid:6379',
    'redis+cluster://127.0.0.1:1',
    'redis+sentinel://127.0.0.1:1/main',
  ])('takes %s for away', async (url) => {
    expect(await refusal(url, DatastoreUnavailable)).toContain('DATASTORE_URL');
  });

  it('ends within seconds when a server takes connections and says nothing', async () => {
    const silent = await RedisServer.start();
    silent.pause();
    const startedAt = Date.now();
    expect(await refusal(silent.url, DatastoreUnavailable)).toMatch(/timed out|TIMEDOUT/);
    expect(Date.now() - startedAt).toBeLessThan(20_000);
    await silent.remove();
  });

  it('waits for a server that still loads what it has stored', async () => {
    const slow = await RedisServer.start();
    const datastore = make(slow.url);
    await datastore.open();
    const task = newTask();
    await mustCreate(datastore.tasks, task);
    for (const number of counting(1, 300)) await slow.command('SET', `key-${number}`, 'x'.repeat(100));
    await datastore.close();
    await slow.end();
    slow.startLoading(20_000);

    const late = make(slow.url);
    const outcomes: string[] = [];
    await vi.waitFor(
      async () => {
        await late.open().catch((error: unknown) => {
          outcomes.push((error as Error).name);
          throw error;
        });
      },
      { timeout: 60_000, interval: 50 },
    );
    expect(new Set(outcomes)).toEqual(outcomes.length > 0 ? new Set(['DatastoreUnavailable']) : new Set());
    expect(await late.tasks.load(task.key, ALL)).toBeDefined();
    await late.close();
    await slow.remove();
  });

  it('tells a cluster from a server that is none', async () => {
    expect(await refusal(`redis+cluster://127.0.0.1:${server.port}`, DatastoreError)).toMatch(
      /no cluster.*redis:\/\//,
    );
    const node = await RedisServer.start(['--cluster-enabled', 'yes', '--appendonly', 'yes']);
    expect(await refusal(node.url, DatastoreError)).toMatch(/cluster.*redis\+cluster:\/\//);
    // Nobody has given it slots.
    expect(await refusal(`redis+cluster://127.0.0.1:${node.port}`, DatastoreUnavailable)).toContain(
      'cluster',
    );
    await node.remove();
  });

  it('refuses to wait for the replicas of a cluster', () => {
    expect(() => make('redis+cluster://127.0.0.1:1', 'boot', 1)).toThrow(/REDIS_WAIT_REPLICAS.*cluster/);
  });

  it('compares the connections that workers need with what the server grants', async () => {
    const small = await RedisServer.start(['--appendonly', 'yes', '--maxclients', '30']);
    const datastore = make(small.url);
    await datastore.open();
    await datastore.queues.checkCapacity(10);
    const refused = datastore.queues.checkCapacity(20);
    await expect(refused).rejects.toThrow(DatastoreError);
    await expect(refused).rejects.toThrow(/43 connections.*maxclients/);
    await datastore.close();
    await small.remove();
  });
});
