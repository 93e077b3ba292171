import { Redis } from 'ioredis';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Datastore } from '../../../src/a2a/datastore/ports/index.js';
import { canTestRedis, RedisServer } from '../../support/redis-server.js';
import { openedDatastore } from '../opened-datastore.js';
import {
  artifactTexts,
  chunk,
  claimedTask,
  counting,
  mustAppend,
  mustClaim,
  mustCreate,
  mustLoad,
  newTask,
  readAll,
  state,
  status,
} from '../task-store/fixtures.js';

const CHUNKS = 4_000;
const MEASURED = 100;

describe.runIf(canTestRedis())('what it costs on Redis', () => {
  let server: RedisServer;
  let datastore: Datastore;
  let observer: Redis;
  beforeAll(async () => {
    server = await RedisServer.start();
    datastore = await openedDatastore({ url: server.url, name: 'cost' });
    observer = new Redis(server.url, { connectionName: 'test' });
  });
  afterAll(async () => {
    observer.disconnect();
    await datastore.close();
    await server.remove();
  });

  const infoNumber = async (section: string, pattern: RegExp): Promise<number> =>
    Number(pattern.exec(await observer.info(section))?.[1] ?? 0);

  /** What the server did for this: commands of every kind, bytes on the wire, bytes in the append-only file. */
  async function cost(work: () => Promise<unknown>): Promise<Record<string, number>> {
    const read = async () => {
      // The append-only file is written to each second.
      await delay(1_200);
      const stats = await observer.info('commandstats');
      const calls = [...stats.matchAll(/^cmdstat_(\S+?):calls=(\d+)/gm)];
      return {
        commands: calls
          .filter(([, name = '']) => !['info', 'ping', 'client|setinfo'].includes(name))
          .reduce((sum, [, , count]) => sum + Number(count), 0),
        received: await infoNumber('stats', /total_net_input_bytes:(\d+)/),
        sent: await infoNumber('stats', /total_net_output_bytes:(\d+)/),
        written: await infoNumber('persistence', /aof_current_size:(\d+)/),
      };
    };
    const before = await read();
    // What it costs to look.
    const look = await read();
    await work();
    const after = await read();
    return Object.fromEntries(
      Object.entries(after).map(([name, value]) => {
        const key = name as keyof typeof after;
        return [name, value - look[key] - (look[key] - before[key])];
      }),
    );
  }

  it(`writes the ${CHUNKS}th chunk of an artifact at the price of the first`, async () => {
    const { key, fence } = await claimedTask(datastore.tasks);
    const write = (from: number, to: number) => async () => {
      for (const number of counting(from, to)) {
        const text = `${number} `.padEnd(100, 'x');
        await mustAppend(
          datastore.tasks,
          key,
          { fence, batch: number },
          chunk('big', text, { append: true }),
        );
      }
    };
    await write(1, 1)();
    const first = await cost(write(2, 1 + MEASURED));
    await write(2 + MEASURED, CHUNKS - MEASURED)();
    const last = await cost(write(CHUNKS - MEASURED + 1, CHUNKS));
    console.log(`first ${MEASURED} chunks ${JSON.stringify(first)}, last ${JSON.stringify(last)}`);
    expect(last.commands).toBeLessThanOrEqual(first.commands! + 5);
    for (const bytes of ['received', 'sent', 'written']) {
      expect(last[bytes]).toBeLessThanOrEqual(1.2 * first[bytes]!);
    }

    const growing = await mustLoad(datastore.tasks, key);
    expect(artifactTexts(growing).big).toHaveLength(CHUNKS);
    const end = () => mustAppend(datastore.tasks, key, { fence, batch: CHUNKS + 1 }, status('COMPLETED'));
    const ended = await cost(end);
    // Nothing is put together at the end that would have to be written once more.
    expect(ended.written).toBeLessThan(5_000);
    expect(artifactTexts(await mustLoad(datastore.tasks, key))).toEqual(artifactTexts(growing));
  });

  it('stops reading a log at 1 MiB, in the server too', async () => {
    const { key, fence } = await claimedTask(datastore.tasks);
    const large = 'x'.repeat(300_000);
    for (const number of counting(1, 40)) {
      await mustAppend(datastore.tasks, key, { fence, batch: number }, chunk(`a${number}`, large));
    }
    const read = async (after: number) => {
      let count = 0;
      const { sent } = await cost(async () => {
        count = (await datastore.tasks.readEvents(key, after, 1_000)).length;
      });
      return { count, sent };
    };
    const some = await read(1);
    expect(some.count).toBe(4);
    expect(some.sent).toBeLessThan(1_300_000);
    expect((await read(40)).count).toBe(1);
    expect(await readAll(datastore.tasks, key)).toHaveLength(5);
  });

  it('leaves no key of a task that was deleted', async () => {
    const ours = async () => (await observer.keys('a2a:{*')).length;
    const before = await ours();
    const owner = newTask().key.owner;
    const { key, fence } = await claimedTask(datastore.tasks, { owner });
    await datastore.tasks.saveStep(key, fence, 'step', 1);
    await mustAppend(
      datastore.tasks,
      key,
      { fence },
      chunk('a', '1'),
      chunk('b: {}', '2'),
      status('WORKING', 'w'),
    );
    await mustAppend(datastore.tasks, key, { fence }, status('INPUT_REQUIRED'));
    const message = { messageId: 'again', role: 'ROLE_USER' as const, parts: [{ text: 'x' }] };
    await mustAppend(datastore.tasks, key, { expect: [state('INPUT_REQUIRED')] }, { message });
    const two = await mustClaim(datastore.tasks, key, 2);
    await mustAppend(datastore.tasks, key, { fence: two.fence }, chunk('a', '3', { append: true }));
    expect(await ours()).toBeGreaterThan(before + 8);
    await datastore.tasks.delete(key);
    expect(await ours()).toBe(before);
  });

  it('keeps a task small', async () => {
    const before = await infoNumber('memory', /used_memory:(\d+)/);
    await Promise.all(
      counting(1, 500).map(() =>
        mustCreate(datastore.tasks, newTask({ owner: 'one' }), { events: [status('COMPLETED')] }),
      ),
    );
    const each = ((await infoNumber('memory', /used_memory:(\d+)/)) - before) / 500;
    console.log(`a finished task takes ${Math.round(each)} bytes`);
    expect(each).toBeLessThan(5_000);
  });
});
