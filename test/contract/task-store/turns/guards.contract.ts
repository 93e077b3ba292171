import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  ask,
  chunk,
  claimedTask,
  counting,
  LEASE_MS,
  mustAppend,
  mustClaim,
  mustCreate,
  mustLoad,
  newTask,
  OPEN,
  progress,
  readAll,
  state,
  status,
  type UnderTest,
  userMessage,
} from '../fixtures.js';

/** Appends that are sent again, and writers that must find nobody at work. */
export function describeGuards(underTest: UnderTest): void {
  const store = () => underTest().tasks;

  describe('an append that is sent again', () => {
    it('is written once, and its outcome is the same', async () => {
      const { key, fence } = await claimedTask(store());
      const events = [status('WORKING', 'w'), chunk('a', '1', { append: true })];
      const first = await store().append(key, { fence, batch: 1 }, events);
      expect(first).toEqual({ outcome: 'appended', sequence: 3, turn: 1, turnsEnded: 0 });
      for (const _ of counting(1, 3)) {
        expect(await store().append(key, { fence, batch: 1 }, events)).toEqual(first);
      }
      expect(await readAll(store(), key)).toHaveLength(3);
      expect(await mustAppend(store(), key, { fence, batch: 2 }, progress(1))).toMatchObject({ sequence: 4 });
      expect(await mustAppend(store(), key, { fence, batch: 2 }, progress(1))).toMatchObject({ sequence: 4 });
    });

    it('is refused when the store has not got what came before it', async () => {
      const { key, fence } = await claimedTask(store());
      const fenced = { outcome: 'fenced' };
      expect(await store().append(key, { fence, batch: 2 }, [progress(1)])).toEqual(fenced);
      await mustAppend(store(), key, { fence, batch: 1 }, progress(1));
      expect(await store().append(key, { fence, batch: 3 }, [progress(2)])).toEqual(fenced);
      expect(await readAll(store(), key)).toHaveLength(2);
      await mustAppend(store(), key, { fence, batch: 2 }, progress(2));
    });

    it('is written once when it is under way twice', async () => {
      const { key, fence } = await claimedTask(store());
      const outcomes = await Promise.all(
        counting(1, 10).map(() => store().append(key, { fence, batch: 1 }, [progress(1), progress(2)])),
      );
      for (const outcome of outcomes) {
        expect(outcome).toEqual({ outcome: 'appended', sequence: 3, turn: 1, turnsEnded: 0 });
      }
      expect(await readAll(store(), key)).toHaveLength(3);
    });

    it.each(['INPUT_REQUIRED', 'COMPLETED', 'SUBMITTED'] as const)(
      'is known also when it ended the turn with %s',
      async (end) => {
        const { key, fence } = await claimedTask(store());
        if (end === 'SUBMITTED') await ask(store(), key, 'two');
        const write = () => store().append(key, { fence, batch: 1 }, [chunk('a', '1'), status(end)]);
        const first = await write();
        expect(first).toMatchObject({ outcome: 'appended', turnsEnded: 1 });
        expect(await write()).toEqual(first);
        const next = await store().append(key, { fence, batch: 2 }, [progress(1)]);
        expect(next.outcome).toBe(end === 'COMPLETED' ? 'ended' : 'fenced');
      },
    );

    it('tells the numbers of now when others have written since', async () => {
      const { key, fence } = await claimedTask(store());
      await mustAppend(store(), key, { fence, batch: 1 }, progress(1));
      await ask(store(), key, 'two');
      expect(await mustAppend(store(), key, { fence, batch: 1 }, progress(1))).toEqual({
        outcome: 'appended',
        sequence: 3,
        turn: 2,
        turnsEnded: 0,
      });
    });

    it('is known by its claim too: the next claim numbers its own', async () => {
      const { key, fence } = await claimedTask(store());
      await mustAppend(store(), key, { fence, batch: 1 }, chunk('a', '1'));
      await store().release({ key, fence }, 0, true);
      const second = await mustClaim(store(), key, 1);
      await mustAppend(store(), key, { fence: second.fence, batch: 1 }, chunk('a', '2', { append: true }));
      expect(await readAll(store(), key)).toHaveLength(3);
      expect(await store().append(key, { fence, batch: 1 }, [chunk('a', '1')])).toEqual({
        outcome: 'fenced',
      });
      expect(await store().append(key, { fence, batch: 2 }, [chunk('a', '1')])).toEqual({
        outcome: 'fenced',
      });
    });
  });

  describe('a writer that must find nobody at work', () => {
    const idle = (...expect_: Parameters<typeof state>[0][]) => ({
      expect: expect_.map((short) => state(short)),
      idle: true,
    });

    it('is refused while a turn runs or waits, and nothing is written', async () => {
      const { key, fence } = await claimedTask(store());
      const guard = { expect: OPEN, idle: true };
      expect(await store().append(key, guard, [status('CANCELED')])).toEqual({
        outcome: 'unexpected',
        state: state('SUBMITTED'),
      });
      await mustAppend(store(), key, { fence }, status('INPUT_REQUIRED'));
      await ask(store(), key, 'two');
      expect(await store().append(key, idle('INPUT_REQUIRED'), [status('CANCELED')])).toEqual({
        outcome: 'unexpected',
        state: state('INPUT_REQUIRED'),
      });
      expect((await mustLoad(store(), key)).sequence).toBe(3);
    });

    it('may write when no turn is open, in a state that it expects', async () => {
      const task = newTask();
      await mustCreate(store(), task, { events: [status('INPUT_REQUIRED')] });
      expect((await store().append(task.key, idle('AUTH_REQUIRED'), [status('CANCELED')])).outcome).toBe(
        'unexpected',
      );
      await mustAppend(store(), task.key, idle('INPUT_REQUIRED'), status('CANCELED'));
      expect((await mustLoad(store(), task.key)).task.status.state).toBe(state('CANCELED'));
    });

    it('and a message that comes at the same time: one of them is refused', async () => {
      for (const _ of counting(1, 20)) {
        const task = newTask();
        await mustCreate(store(), task, { events: [status('INPUT_REQUIRED')] });
        const [expiry, message] = await Promise.all([
          store().append(task.key, idle('INPUT_REQUIRED'), [status('CANCELED')]),
          store().append(task.key, { expect: OPEN }, [{ message: userMessage('here') }]),
        ]);
        const outcomes = [expiry.outcome, message.outcome];
        expect([
          ['appended', 'ended'],
          ['unexpected', 'appended'],
        ]).toContainEqual(outcomes);
      }
    });
  });

  describe('how long a turn has run', () => {
    it('is counted from its first attempt, through hand-backs, and anew for the next turn', async () => {
      const { key, claim } = await claimedTask(store());
      expect(claim.runningMs).toBe(0);
      await delay(200);
      await store().release({ key, fence: claim.fence }, 60_000, false);
      await delay(200);
      const second = await mustClaim(store(), key, 1);
      expect(second.runningMs).toBeGreaterThanOrEqual(390);
      expect(second.runningMs).toBeLessThan(60_000);
      await delay(100);
      await store().release({ key, fence: second.fence }, 60_000, true);
      const third = await mustClaim(store(), key, 1);
      expect(third.runningMs).toBeGreaterThanOrEqual(second.runningMs + 90);

      await ask(store(), key, 'two');
      await delay(50);
      await mustAppend(store(), key, { fence: third.fence }, status('INPUT_REQUIRED'));
      const two = await mustClaim(store(), key, 2);
      expect(two.runningMs).toBe(0);
      expect(await store().claim(key, 2, LEASE_MS)).toEqual({ outcome: 'busy' });
    });
  });
}
