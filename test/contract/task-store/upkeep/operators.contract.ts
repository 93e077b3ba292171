import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  ask,
  claimedTask,
  counting,
  LEASE_MS,
  mustAppend,
  mustClaim,
  mustCreate,
  newTask,
  progress,
  state,
  status,
  type UnderTest,
} from '../fixtures.js';

/** What operators and limits ask. */
export function describeOperators(underTest: UnderTest): void {
  const store = () => underTest().tasks;

  describe('inspect', () => {
    it('shows a task whose turn runs: its claim, its open turns and finished steps', async () => {
      const { key, fence } = await claimedTask(store());
      await mustAppend(store(), key, { fence }, status('WORKING'), progress(1));
      await store().saveStep(key, fence, 'b: 二\u0000', { x: 'y' });
      await store().saveStep(key, fence, 'a', 'é');
      await ask(store(), key, 'two');
      await store().requeue(key, 1);
      const { leaseMs, dueMs, ...rest } = (await store().inspect(key))!;
      expect(rest).toEqual({
        key,
        skillId: 'a-skill',
        state: state('WORKING'),
        sequence: 4,
        turn: 2,
        turnsEnded: 0,
        fence,
        openTurns: [
          { turn: 1, attempts: 1, requeues: 1 },
          { turn: 2, attempts: 0, requeues: 0 },
        ],
        steps: [
          { key: 'a', bytes: 4 },
          { key: 'b: 二\u0000', bytes: 9 },
        ],
      });
      for (const ms of [leaseMs, dueMs]) {
        expect(ms).toBeGreaterThan(0);
        expect(ms).toBeLessThanOrEqual(LEASE_MS);
      }
    });

    it('shows since when a lease has been over, that nobody has one, and that no turn is open', async () => {
      const { key, fence } = await claimedTask(store(), { leaseMs: 1 });
      await delay(50);
      const abandoned = await store().inspect(key);
      expect(abandoned?.leaseMs).toBeLessThan(0);
      expect(abandoned?.dueMs).toBeLessThan(0);
      await store().release({ key, fence }, 60_000, true);
      const released = await store().inspect(key);
      expect(released).not.toHaveProperty('leaseMs');
      expect(released?.dueMs).toBeGreaterThan(0);
      const again = await mustClaim(store(), key, 1);
      await mustAppend(store(), key, { fence: again.fence }, status('COMPLETED'));
      const ended = await store().inspect(key);
      expect(ended).not.toHaveProperty('leaseMs');
      expect(ended).not.toHaveProperty('dueMs');
      expect(ended).toMatchObject({ state: state('COMPLETED'), turnsEnded: 1, openTurns: [], steps: [] });
    });

    it('shows nothing to another owner, or of a task that does not exist', async () => {
      const { key } = await claimedTask(store());
      expect(await store().inspect({ ...key, owner: 'another' })).toBeUndefined();
      expect(await store().inspect({ ...key, taskId: 'no-such-task' })).toBeUndefined();
    });
  });

  describe('locate', () => {
    it('finds tasks by their id alone, whoever owns them', async () => {
      const one = newTask();
      const two = { ...newTask(), key: { owner: newTask().key.owner, taskId: one.key.taskId } };
      await mustCreate(store(), one);
      await mustCreate(store(), newTask());
      expect(await store().locate(one.key.taskId)).toEqual([one.key]);
      await mustCreate(store(), two);
      const found = await store().locate(one.key.taskId);
      expect(found).toHaveLength(2);
      expect(found).toEqual(expect.arrayContaining([one.key, two.key]));
      expect(await store().locate('no-such-task')).toEqual([]);
    });
  });

  describe('countWaiting', () => {
    it("counts an owner's tasks that nobody has begun, up to a bound", async () => {
      const { owner } = newTask().key;
      expect(await store().countWaiting(owner, 100)).toBe(0);
      const tasks = await Promise.all(
        counting(1, 7).map(async () => {
          const task = newTask({ owner });
          await mustCreate(store(), task);
          return task;
        }),
      );
      await mustCreate(store(), newTask({ owner }), { events: [status('COMPLETED')] });
      await mustCreate(store(), newTask());
      expect(await store().countWaiting(owner, 100)).toBe(7);
      expect(await store().countWaiting(owner, 7)).toBe(7);
      expect(await store().countWaiting(owner, 3)).toBe(3);

      const { key } = tasks[0]!;
      const { fence } = await mustClaim(store(), key, 1);
      await mustAppend(store(), key, { fence }, status('WORKING'));
      expect(await store().countWaiting(owner, 100)).toBe(6);
      await ask(store(), key, 'two');
      await mustAppend(store(), key, { fence }, status('SUBMITTED'));
      expect(await store().countWaiting(owner, 100)).toBe(7);
      await store().delete(key);
      expect(await store().countWaiting(owner, 100)).toBe(6);
    });
  });
}
