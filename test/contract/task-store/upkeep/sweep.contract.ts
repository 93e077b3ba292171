import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  ALL,
  ask,
  claimedTask,
  counting,
  due,
  mustAppend,
  mustClaim,
  mustCreate,
  newTask,
  state,
  status,
  type UnderTest,
} from '../fixtures.js';

/** What the sweep finds beside turns that nobody works on. */
export function describeSweep(underTest: UnderTest): void {
  const store = () => underTest().tasks;
  const expiredIds = async (maxAgeMs: Parameters<typeof due>[1]): Promise<string[]> =>
    (await due(store(), maxAgeMs)).expired.map(({ key }) => key.taskId);

  describe('tasks that are older than their state may be', () => {
    it('are found by state, and by nobody when their state has no bound', async () => {
      const [waiting, done] = [newTask(), newTask()];
      await mustCreate(store(), waiting, { events: [status('INPUT_REQUIRED')] });
      await mustCreate(store(), done, { events: [status('COMPLETED')] });
      await delay(200);
      const bound = { [state('INPUT_REQUIRED')]: 100, [state('COMPLETED')]: 3_600_000 };
      const { expired } = await due(store(), { maxAgeMs: bound });
      expect(expired).toContainEqual({
        key: waiting.key,
        skillId: 'a-skill',
        state: state('INPUT_REQUIRED'),
      });
      expect(expired.map(({ key }) => key.taskId)).not.toContain(done.key.taskId);
      expect(await expiredIds({ maxAgeMs: { [state('COMPLETED')]: 100 } })).toContain(done.key.taskId);
      expect(await expiredIds({})).toEqual([]);

      // It is found again until somebody has seen to it.
      expect(await expiredIds({ maxAgeMs: bound })).toContain(waiting.key.taskId);
      await mustAppend(store(), waiting.key, { expect: [state('INPUT_REQUIRED')] }, status('CANCELED'));
      expect(await expiredIds({ maxAgeMs: bound })).not.toContain(waiting.key.taskId);
      await store().delete(done.key);
      expect(await expiredIds({ maxAgeMs: { [state('COMPLETED')]: 100 } })).not.toContain(done.key.taskId);
    });

    it('are none on which a turn is open', async () => {
      const { key, fence } = await claimedTask(store());
      await mustAppend(store(), key, { fence }, status('WORKING'));
      const waiting = newTask();
      await mustCreate(store(), waiting, { events: [status('INPUT_REQUIRED')] });
      await ask(store(), waiting.key, 'two');
      await delay(100);
      const bound = Object.fromEntries(
        (['SUBMITTED', 'WORKING', 'INPUT_REQUIRED'] as const).map((short) => [state(short), 1]),
      );
      const ids = await expiredIds({ maxAgeMs: bound });
      expect(ids).not.toContain(key.taskId);
      expect(ids).not.toContain(waiting.key.taskId);

      const two = await mustClaim(store(), waiting.key, 2);
      await mustAppend(store(), waiting.key, { fence: two.fence }, status('INPUT_REQUIRED'));
      await delay(50);
      expect(await expiredIds({ maxAgeMs: bound })).toContain(waiting.key.taskId);
    });

    it('count from their last status, not from their beginning', async () => {
      const task = newTask();
      await mustCreate(store(), task, { events: [status('INPUT_REQUIRED')] });
      await delay(400);
      await ask(store(), task.key, 'two');
      const { fence } = await mustClaim(store(), task.key, 2);
      await mustAppend(store(), task.key, { fence }, status('INPUT_REQUIRED', 'again'));
      const maxAgeMs = { [state('INPUT_REQUIRED')]: 60_000 };
      expect(await expiredIds({ maxAgeMs })).not.toContain(task.key.taskId);
      expect(await expiredIds({ maxAgeMs: { [state('INPUT_REQUIRED')]: 86_400_000 } })).toEqual([]);
    });
  });

  describe('a sweep', () => {
    it('hands out no more than it is asked for, and says that there may be more', async () => {
      const tasks = await Promise.all(
        counting(1, 5).map(async () => {
          const task = newTask();
          await mustCreate(store(), task, { events: [status('REJECTED')] });
          return task;
        }),
      );
      await delay(50);
      const maxAgeMs = { [state('REJECTED')]: 1 };
      const few = await due(store(), { limit: 2, maxAgeMs });
      expect(few.expired).toHaveLength(2);
      expect(few.more).toBe(true);
      for (const { key } of tasks) await store().delete(key);
      const none = await due(store(), { maxAgeMs });
      expect(
        none.expired.filter((found) => tasks.some(({ key }) => key.taskId === found.key.taskId)),
      ).toEqual([]);
    });

    it('gives each of those who sweep at once other turns, and all of them to somebody', async () => {
      const tasks = await Promise.all(counting(1, 30).map(() => claimedTask(store(), { leaseMs: 1 })));
      await delay(100);
      const mine = new Set(tasks.map(({ key }) => key.taskId));
      const found: string[] = [];
      for (let round = 0; round < 100 && found.length < mine.size; round += 1) {
        const sweeps = await Promise.all(counting(1, 4).map(() => due(store(), { limit: 5 })));
        for (const { overdue } of sweeps) {
          expect(overdue.length).toBeLessThanOrEqual(5);
          found.push(...overdue.map(({ key }) => key.taskId).filter((id) => mine.has(id)));
        }
      }
      expect(found.toSorted()).toEqual([...mine].toSorted());
      await Promise.all(tasks.map(({ key }) => store().delete(key)));
    });

    it('has nothing more when all has been handed out', async () => {
      for (let round = 0; round < 100; round += 1) if (!(await due(store())).more) break;
      expect(await due(store())).toEqual({ overdue: [], expired: [], more: false });
    });

    it('keeps what is remembered of messages that have not been forgotten', async () => {
      const task = newTask();
      const delivery = { messageId: task.message.messageId, digest: 'd', windowMs: 60_000 };
      await mustCreate(store(), task, { delivery });
      await due(store());
      expect(await underTest().deliveries.find(task.key.owner, delivery)).toMatchObject({ as: 'turn' });
      expect(await store().load(task.key, ALL)).toBeDefined();
    });
  });
}
