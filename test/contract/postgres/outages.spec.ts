import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DatastoreError, DatastoreUnavailable } from '../../../src/a2a/datastore/datastore-error.js';
import { datastoreFor } from '../../../src/a2a/datastore/open-datastore.js';
import { createTestDatabase, execute, type TestDatabase } from '../../support/postgres-server.js';
import { TcpProxy } from '../../support/tcp-proxy.js';
import { TransactionPooler } from '../../support/transaction-pooler.js';
import { openedDatastore } from '../opened-datastore.js';
import {
  ALL,
  claimedTask,
  counting,
  mustAppend,
  mustLoad,
  newTask,
  progress,
} from '../task-store/fixtures.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const make = (url: string) => datastoreFor({ url, dataDir: '', name: 'contract', warn: () => undefined });

describe('a server that does not answer', () => {
  it('fails pings soon and statements in time, and is back by itself, notifications too', async () => {
    const proxy = await TcpProxy.open(database.url);
    const [datastore, writer] = await Promise.all([
      openedDatastore({ url: proxy.url }),
      openedDatastore({ url: database.url }),
    ]);
    const { key, fence } = await claimedTask(datastore.tasks);
    let wakeUps = 0;
    datastore.notifications.subscribe(key.taskId, () => (wakeUps += 1));

    proxy.pause();
    const pausedAt = performance.now();
    const since = (): number => performance.now() - pausedAt;
    await expect(datastore.ping()).rejects.toThrow(DatastoreUnavailable);
    const pingMs = since();
    // More than there are connections: the last ones wait for one first.
    const failed = await Promise.all(
      counting(1, 20).map(async () => {
        await expect(datastore.tasks.load(key, ALL)).rejects.toThrow(/timeout|terminated|closed/i);
        return since();
      }),
    );
    console.log(
      `without an answer: ping after ${pingMs} ms, statements after ${Math.max(...failed)} ms at most`,
    );
    expect(pingMs).toBeLessThan(10_000);
    expect(Math.max(...failed)).toBeLessThan(40_000);
    await delay(5_000);

    wakeUps = 0;
    proxy.resume();
    await vi.waitFor(() => datastore.ping(), { timeout: 30_000, interval: 200 });
    await vi.waitFor(() => mustLoad(datastore.tasks, key), { timeout: 30_000, interval: 200 });
    await vi.waitFor(
      async () => {
        await mustAppend(writer.tasks, key, { fence }, progress(1));
        await delay(100);
        expect(wakeUps).toBeGreaterThan(1);
      },
      { timeout: 30_000, interval: 200 },
    );
    await Promise.all([datastore.close(), writer.close()]);
    await proxy.cut();
  });

  it('does not keep a datastore from closing', async () => {
    const proxy = await TcpProxy.open(database.url);
    const datastore = await openedDatastore({ url: proxy.url });
    const { key } = await claimedTask(datastore.tasks);
    proxy.pause();
    const lost = datastore.tasks.load(key, ALL).catch(() => 'lost');
    const startedAt = performance.now();
    await datastore.close();
    expect(performance.now() - startedAt).toBeLessThan(25_000);
    await proxy.cut();
    expect(await lost).toBe('lost');
  });

  it('is not there when the datastore opens, and is later', async () => {
    const proxy = await TcpProxy.open(database.url);
    await proxy.cut();
    const datastore = make(proxy.url);
    await expect(datastore.open()).rejects.toThrow(DatastoreUnavailable);
    await expect(datastore.open()).rejects.toThrow(/ECONNREFUSED/);
    await proxy.mend();
    await datastore.open();
    await claimedTask(datastore.tasks);
    await datastore.close();
    await proxy.cut();
  });
});

describe('a server that can not do what is asked just now', () => {
  it('is asked again after a deadlock or a conflict, and is away when it is full', async () => {
    const datastore = await openedDatastore({ url: database.url, name: 'busy' });
    await execute(
      database.url,
      `create sequence a2a.tries;
       create function a2a.fails() returns trigger language plpgsql as $$
       begin
         if new.skill_id = 'full' then raise exception 'no disk left' using errcode = '53100'; end if;
         if nextval('a2a.tries') % 3 <> 0 then raise exception 'in the way' using errcode = new.skill_id; end if;
         return new;
       end $$;
       create trigger fails before insert on a2a.task for each row when (new.agent = 'busy') execute function a2a.fails()`,
    );
    for (const skillId of ['40001', '40P01']) {
      expect(await datastore.tasks.create({ ...newTask(), skillId })).toMatchObject({ outcome: 'created' });
    }
    await expect(datastore.tasks.create({ ...newTask(), skillId: 'full' })).rejects.toThrow(
      DatastoreUnavailable,
    );
    await execute(database.url, 'drop trigger fails on a2a.task');
    await datastore.close();
  });
});

describe('a transaction pooler before the server', () => {
  it('is refused: what listens would hear nothing', async () => {
    const pooler = await TransactionPooler.open(database.url);
    const datastore = make(pooler.url);
    const refusal = await datastore.open().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DatastoreError);
    expect(refusal).not.toBeInstanceOf(DatastoreUnavailable);
    expect(String(refusal)).toMatch(/direct connection, not a transaction pooler.*DATASTORE_URL/);
    await datastore.close();
    await pooler.close();
  });
});
