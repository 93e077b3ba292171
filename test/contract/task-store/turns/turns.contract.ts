import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  ask,
  claimedTask,
  counting,
  due,
  LEASE_MS,
  mustAppend,
  mustClaim,
  mustLoad,
  newTask,
  OPEN,
  overdue,
  readAll,
  state,
  status,
  type UnderTest,
} from '../fixtures.js';

/** Turns, and what recovery finds of them. */
export function describeTurns(underTest: UnderTest): void {
  const store = () => underTest().tasks;

  describe('turns', () => {
    it('keep a task from being completed while one waits, and are handed it over', async () => {
      const { key, claim } = await claimedTask(store());
      await ask(store(), key, 'two');
      const refused = await store().append(key, { fence: claim.fence }, [
        status('WORKING'),
        status('COMPLETED'),
      ]);
      expect(refused).toEqual({ outcome: 'waiting' });
      expect(await readAll(store(), key)).toHaveLength(2);
      const handedOver = await mustAppend(store(), key, { fence: claim.fence }, status('SUBMITTED'));
      expect(handedOver).toMatchObject({ turn: 2, turnsEnded: 1 });
      expect(await store().append(key, { fence: claim.fence }, [status('WORKING')])).toEqual({
        outcome: 'fenced',
      });
      const two = await mustClaim(store(), key, 2);
      expect(await mustAppend(store(), key, { fence: two.fence }, status('COMPLETED'))).toMatchObject({
        turnsEnded: 2,
      });
    });

    it('run one after the other, each with its own message and attempts', async () => {
      const { key, claim } = await claimedTask(store());
      await store().release({ key, fence: claim.fence }, 60_000, true);
      const second = await mustClaim(store(), key, 1);
      expect(await ask(store(), key, 'two')).toEqual({
        outcome: 'appended',
        sequence: 2,
        turn: 2,
        turnsEnded: 0,
      });
      expect(await ask(store(), key, 'three')).toEqual({
        outcome: 'appended',
        sequence: 3,
        turn: 3,
        turnsEnded: 0,
      });
      expect(await mustAppend(store(), key, { fence: second.fence }, status('INPUT_REQUIRED'))).toMatchObject(
        {
          turn: 3,
          turnsEnded: 1,
        },
      );

      const two = await mustClaim(store(), key, 2);
      expect(two).toMatchObject({ attempt: 1, turn: 2, message: { parts: [{ text: 'two' }] } });
      expect(two.fence).toBeGreaterThan(second.fence);
      await mustAppend(store(), key, { fence: two.fence }, status('WORKING'), status('AUTH_REQUIRED'));
      const three = await mustClaim(store(), key, 3);
      expect(three.message.parts).toEqual([{ text: 'three' }]);
      expect(await mustAppend(store(), key, { fence: three.fence }, status('COMPLETED'))).toMatchObject({
        turn: 3,
        turnsEnded: 3,
      });
      const turns = (await readAll(store(), key)).map(({ turn }) => turn);
      expect(turns).toEqual([1, 2, 3, 1, 2, 2, 3]);
    });

    it('end, even if the state stays as it was', async () => {
      const { key, fence } = await claimedTask(store(), { events: [] });
      await mustAppend(store(), key, { fence }, status('INPUT_REQUIRED'));
      await ask(store(), key, 'two');
      const two = await mustClaim(store(), key, 2);
      expect(await mustAppend(store(), key, { fence: two.fence }, status('INPUT_REQUIRED'))).toMatchObject({
        turnsEnded: 2,
      });
    });

    it('wait in no greater number than allowed', async () => {
      const { key } = await claimedTask(store());
      for (const text of ['2', '3']) expect((await ask(store(), key, text, 2)).outcome).toBe('appended');
      expect(await ask(store(), key, '4', 2)).toEqual({ outcome: 'full' });
      expect((await mustLoad(store(), key)).turn).toBe(3);
      expect((await mustLoad(store(), key)).task.history).toHaveLength(3);

      const idle = newTask();
      await store().create(idle, { events: [status('INPUT_REQUIRED')] });
      expect((await ask(store(), idle.key, 'next', 0)).outcome).toBe('appended');
      expect(await ask(store(), idle.key, 'one too many', 0)).toEqual({ outcome: 'full' });
    });

    it('never exceed the limit when messages race', async () => {
      const { key } = await claimedTask(store());
      const outcomes = await Promise.all(counting(1, 30).map((text) => ask(store(), key, `${text}`, 10)));
      expect(outcomes.filter(({ outcome }) => outcome === 'appended')).toHaveLength(10);
      expect(outcomes.filter(({ outcome }) => outcome === 'full')).toHaveLength(20);
      expect((await mustLoad(store(), key)).turn).toBe(11);
    });

    it('all end with the task', async () => {
      const { key } = await claimedTask(store());
      await ask(store(), key, 'two');
      expect(await mustAppend(store(), key, { expect: OPEN }, status('CANCELED'))).toMatchObject({
        turn: 2,
        turnsEnded: 2,
      });
      expect(await store().claim(key, 2, LEASE_MS)).toEqual({ outcome: 'ended' });
      expect(await store().requeue(key, 2)).toBeUndefined();
      expect(await overdue(store(), key)).toEqual([]);
    });
  });

  describe('turns that nobody works on', () => {
    it('finds a turn whose lease has run out, once per recheck', async () => {
      const { key } = await claimedTask(store(), { leaseMs: 50 });
      expect(await overdue(store(), key)).toEqual([]);
      await delay(80);
      const found = await Promise.all([
        overdue(store(), key, 200),
        overdue(store(), key, 200),
        overdue(store(), key, 200),
      ]);
      expect(found.flat()).toEqual([
        { key, skillId: 'a-skill', turn: 1, attempts: 1, requeues: 0, state: state('SUBMITTED') },
      ]);
      expect(await overdue(store(), key, 200)).toEqual([]);
      expect(await store().requeue(key, 1)).toBe(1);
      expect(await store().requeue(key, 1)).toBe(2);
      await delay(250);
      expect(await overdue(store(), key)).toMatchObject([{ turn: 1, attempts: 1, requeues: 2 }]);
    });

    it('finds no turn that is held, has just been made, waits for its caller or for another turn', async () => {
      const waiting = newTask();
      await store().create(waiting);
      const { key, fence } = await claimedTask(store());
      await ask(store(), key, 'two');
      expect(await overdue(store(), waiting.key)).toEqual([]);
      expect(await overdue(store(), key)).toEqual([]);
      await store().release({ key, fence }, 0, false);
      expect(await overdue(store(), key, 0)).toMatchObject([{ turn: 1, attempts: 0 }]);

      const again = await mustClaim(store(), key, 1);
      await mustAppend(store(), key, { fence: again.fence }, status('INPUT_REQUIRED'));
      expect(await overdue(store(), key)).toEqual([]);
      const two = await mustClaim(store(), key, 2);
      await mustAppend(store(), key, { fence: two.fence }, status('INPUT_REQUIRED'));
      expect(await overdue(store(), key)).toEqual([]);
      await ask(store(), key, 'three');
      const three = await mustClaim(store(), key, 3);
      expect(await store().requeue(key, 3)).toBe(1);
      await store().release({ key, fence: three.fence }, 0, true);
      expect(await overdue(store(), key)).toMatchObject([{ turn: 3, attempts: 1, requeues: 1 }]);
    });

    it('finds what a process that is alone declares abandoned', async () => {
      await store().expireLeases();
      const tasks = await Promise.all(counting(1, 3).map(() => claimedTask(store())));
      const ended = await claimedTask(store());
      await mustAppend(store(), ended.key, { fence: ended.fence }, status('COMPLETED'));
      expect(await store().expireLeases()).toBe(3);
      expect(await store().expireLeases()).toBe(0);
      const found = (await due(store())).overdue.map(({ key }) => key.taskId);
      for (const { key } of tasks) {
        expect(found).toContain(key.taskId);
        expect((await mustClaim(store(), key, 1)).attempt).toBe(2);
      }
      expect(found).not.toContain(ended.key.taskId);
    });
  });
}
