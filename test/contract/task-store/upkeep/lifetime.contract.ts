import { describe, expect, it } from 'vitest';
import type { Datastore } from '../../../../src/a2a/datastore/ports/index.js';
import { ALL, mustCreate, newTask } from '../fixtures.js';

/** How a datastore begins and ends. */
export function describeLifetime(make: () => Datastore): void {
  describe('open, ping and close', () => {
    const key = { owner: 'o', taskId: 't' };
    const delivery = { messageId: 'm', digest: 'd', windowMs: 1_000 };

    it('reject everything until the datastore is open, and say so', async () => {
      const datastore = make();
      const calls = [
        datastore.tasks.create(newTask()),
        datastore.tasks.load(key, ALL),
        datastore.tasks.list({ owner: 'o', limit: 1, ...ALL }),
        datastore.deliveries.find('o', delivery),
        datastore.turnOrder.place('queue', 'o'),
        datastore.skillPresence.announce(['skill']),
        datastore.queues.checkCapacity(1),
      ];
      for (const call of calls) await expect(call).rejects.toThrow(/not open/i);
      await expect(datastore.ping()).rejects.toThrow(Error);
      expect(() => datastore.queues.queue('early')).toThrow(/not open/i);
      await datastore.close();
    });

    it('open once however often they are asked to, and answer a ping then', async () => {
      const datastore = make();
      await Promise.all([datastore.open(), datastore.open()]);
      await datastore.open();
      await datastore.ping();
      const task = newTask();
      await mustCreate(datastore.tasks, task);
      expect(await datastore.tasks.load(task.key, ALL)).toBeDefined();
      await datastore.close();
      await expect(datastore.ping()).rejects.toThrow(Error);
    });

    it('close as often as they are asked to, and throw when they are used after that', async () => {
      const datastore = make();
      await datastore.open();
      await Promise.all([datastore.close(), datastore.close()]);
      await datastore.close();
      await expect(datastore.tasks.load(key, ALL)).rejects.toThrow(/closed/i);
      await expect(datastore.deliveries.find('o', delivery)).rejects.toThrow(/closed/i);
      await expect(datastore.open()).rejects.toThrow(/closed/i);
    });

    it('end what is being opened when they close', async () => {
      const datastore = make();
      const opening = datastore.open();
      const outcome = opening.then(
        () => 'opened',
        (error: unknown) => (error instanceof Error ? error.name : 'no error'),
      );
      await datastore.close();
      expect(await outcome).toMatch(/opened|Datastore/);
      await expect(datastore.tasks.load(key, ALL)).rejects.toThrow(/closed/i);
      // What it left behind can be opened again.
      const next = make();
      await next.open();
      await next.ping();
      await next.close();
    });

    it('close without having been open', async () => {
      const datastore = make();
      await datastore.close();
      await expect(datastore.open()).rejects.toThrow(/closed/i);
    });
  });
}
