import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Datastore, WakeUp } from '../../../../src/a2a/datastore/ports/index.js';
import { within } from '../../../support/eventually.js';
import {
  chunk,
  claimedTask,
  counting,
  mustAppend,
  newTask,
  OPEN,
  progress,
  readAll,
  status,
  type UnderTest,
} from '../fixtures.js';

/** Wake-ups, here and in another process. */
export function describeNotifications(underTest: UnderTest, open: () => Promise<Datastore>): void {
  const store = () => underTest().tasks;
  let other: Datastore;
  beforeAll(async () => {
    other = await open();
  });
  afterAll(() => other.close());

  describe.each([
    ['in the same process', () => underTest()],
    ['through another connection to the same data', () => other],
  ])('notifications %s', (_where, watching) => {
    it('follow each append, and tell the end', async () => {
      const { key, fence } = await claimedTask(store());
      const wakeUps: WakeUp[] = [];
      const unsubscribe = watching().notifications.subscribe(key.taskId, (wakeUp) => wakeUps.push(wakeUp));

      await mustAppend(store(), key, { fence }, chunk('a', '1'));
      await vi.waitFor(() => expect(wakeUps).toContainEqual({ ended: false }), 5_000);
      await mustAppend(store(), key, { fence }, status('COMPLETED'));
      await vi.waitFor(() => expect(wakeUps).toContainEqual({ ended: true }), 5_000);

      unsubscribe();
      unsubscribe();
    });

    it('come for what a writer without a claim does, and after what they announce is stored', async () => {
      const { key } = await claimedTask(store());
      const seen = new Promise<number>((resolve, reject) => {
        watching().notifications.subscribe(key.taskId, ({ ended }) => {
          if (ended) readAll(watching().tasks, key).then((events) => resolve(events.length), reject);
        });
      });
      await delay(200);
      await mustAppend(store(), key, { expect: OPEN }, status('CANCELED'));
      expect(await seen).toBe(2);
    });

    it('come after what is written while one subscribes', async () => {
      const tasks = await Promise.all(counting(1, 50).map(() => claimedTask(store())));
      const seen = tasks.map(
        ({ key }) =>
          new Promise<void>((resolve, reject) => {
            watching().notifications.subscribe(key.taskId, () => {
              readAll(watching().tasks, key).then((events) => events.length > 1 && resolve(), reject);
            });
          }),
      );
      await Promise.all(tasks.map(({ key, fence }) => mustAppend(store(), key, { fence }, progress(1))));
      expect(await within('all are woken', Promise.all(seen))).toHaveLength(50);
    });

    it("come for a task that is created under one's eyes", async () => {
      const task = newTask();
      const woken = new Promise<WakeUp>((resolve) =>
        watching().notifications.subscribe(task.key.taskId, (wakeUp) => wakeUp.ended && resolve(wakeUp)),
      );
      await delay(200);
      await store().create(task, { events: [status('COMPLETED')] });
      expect(await woken).toEqual({ ended: true });
    });

    it('come for refused appends no more than to those who left or watch another task', async () => {
      const { key, fence } = await claimedTask(store());
      const another = await claimedTask(store());
      const wakeUps: string[] = [];
      await delay(200);
      const leave = watching().notifications.subscribe(key.taskId, () => wakeUps.push('left'));
      watching().notifications.subscribe(another.key.taskId, () => wakeUps.push('another'));
      // One may come for the subscription itself.
      await delay(200);
      wakeUps.splice(0);
      await store().append(key, { fence: fence + 1 }, [chunk('a', '1')]);
      await delay(200);
      expect(wakeUps).toEqual([]);
      leave();
      await mustAppend(store(), key, { fence }, chunk('a', '1'));
      await delay(200);
      expect(wakeUps).toEqual([]);
    });

    it('reach everybody when many tasks are written at once', async () => {
      const tasks = await Promise.all(counting(1, 300).map(() => claimedTask(store())));
      const ended = new Set<string>();
      for (const { key } of tasks) {
        watching().notifications.subscribe(key.taskId, (wakeUp) => wakeUp.ended && ended.add(key.taskId));
      }
      await delay(500);
      await Promise.all(
        tasks.map(({ key, fence }) => mustAppend(store(), key, { fence }, status('COMPLETED'))),
      );
      await vi.waitFor(() => expect(ended.size).toBe(300), 10_000);
    });
  });
}
