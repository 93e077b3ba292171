import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  ALL,
  ask,
  claimedTask,
  counting,
  LEASE_MS,
  mustAppend,
  mustClaim,
  mustCreate,
  mustLoad,
  newTask,
  OPEN,
  overdue,
  readAll,
  status,
  type UnderTest,
  userMessage,
} from '../fixtures.js';

/** Claims, their leases, and the steps of attempts. */
export function describeClaims(underTest: UnderTest): void {
  const store = () => underTest().tasks;

  describe('claim', () => {
    it('gives one of 20 concurrent callers all that it needs', async () => {
      const task = newTask({ text: 'do it' });
      await store().create(task);
      const claims = await Promise.all(counting(1, 20).map(() => store().claim(task.key, 1, LEASE_MS)));
      const given = claims.flatMap((claimed) => (claimed.outcome === 'claimed' ? [claimed.claim] : []));
      expect(claims.filter(({ outcome }) => outcome === 'busy')).toHaveLength(19);
      expect(given).toEqual([
        {
          fence: expect.any(Number) as number,
          attempt: 1,
          runningMs: 0,
          turn: 1,
          principal: task.principal,
          message: task.message,
          acceptedOutputModes: [],
          record: await store().load(task.key, ALL),
          steps: new Map(),
        },
      ]);
    });

    it('B-5 knows the media types that the sender of each message takes, which nobody else is shown', async () => {
      const modes = [['text/plain', 'image/*'], ['application/json'], []];
      const task = { ...newTask({ text: 'one' }), acceptedOutputModes: modes[0] };
      const created = await mustCreate(store(), task, { leaseMs: LEASE_MS });
      expect(created.claim?.acceptedOutputModes).toEqual(modes[0]);
      expect(created.record.task.history).toEqual([task.message]);
      const { key } = task;
      const messages = [userMessage('two'), userMessage('three')];
      for (const [index, message] of messages.entries()) {
        await mustAppend(store(), key, { expect: OPEN }, { message, acceptedOutputModes: modes[index + 1] });
      }
      await store().release({ key, fence: created.claim?.fence ?? 0 }, 0, true);
      for (const turn of [1, 2, 3]) {
        const claim = await mustClaim(store(), key, turn);
        expect(claim.acceptedOutputModes).toEqual(modes[turn - 1]);
        const ids = { taskId: key.taskId, contextId: task.contextId };
        expect([claim.message]).toEqual(
          [task.message, ...messages].slice(turn - 1, turn).map((one) => ({ ...one, ...ids })),
        );
        await mustAppend(store(), key, { fence: claim.fence }, status('INPUT_REQUIRED'));
      }
      const shown = [await mustLoad(store(), key), await readAll(store(), key)];
      expect(JSON.stringify(shown)).not.toContain('acceptedOutputModes');
    });

    it('SD-111 knows who sent each message, which nobody is shown and no message can say of itself', async () => {
      const { claim, key } = await claimedTask(store());
      const { principal } = claim;
      const stronger = { ...principal, scopes: ['granted-later'], grants: { login: ['granted-later'] } };
      const forged = { ...userMessage('three'), principal: { ...principal, scopes: ['forged'] } };
      await mustAppend(store(), key, { expect: OPEN }, { message: userMessage('two'), principal: stronger });
      await mustAppend(store(), key, { expect: OPEN }, { message: forged });
      await mustAppend(store(), key, { fence: claim.fence }, status('INPUT_REQUIRED'));
      for (const [turn, sender] of [[2, stronger] as const, [3, principal] as const]) {
        const next = await mustClaim(store(), key, turn);
        expect(next.principal).toEqual(sender);
        await mustAppend(store(), key, { fence: next.fence }, status('INPUT_REQUIRED'));
      }
      expect(JSON.stringify(await mustLoad(store(), key))).not.toContain('granted-later');
    });

    it('has a fence that grows with time, so that a store which has lost a claim gives none twice', async () => {
      const first = await claimedTask(store());
      await delay(5);
      const second = await claimedTask(store());
      expect(second.fence).toBeGreaterThan(first.fence);
    });

    it('is refused to other turns and unknown tasks', async () => {
      const { key, fence } = await claimedTask(store());
      await ask(store(), key, 'two');
      expect(await store().claim(key, 2, LEASE_MS)).toEqual({ outcome: 'busy' });
      expect(await store().claim(key, 3, LEASE_MS)).toEqual({ outcome: 'unknown' });
      expect(await store().claim({ ...key, taskId: 'no-such-task' }, 1, LEASE_MS)).toEqual({
        outcome: 'unknown',
      });
      await mustAppend(store(), key, { fence }, status('INPUT_REQUIRED'));
      expect(await store().claim(key, 1, LEASE_MS)).toEqual({ outcome: 'ended' });
      expect((await store().claim(key, 2, LEASE_MS)).outcome).toBe('claimed');
    });

    it('passes on when the lease has run out', async () => {
      const { key, fence } = await claimedTask(store(), { leaseMs: 200 });
      expect(await store().claim(key, 1, LEASE_MS)).toEqual({ outcome: 'busy' });
      await delay(250);
      const second = await mustClaim(store(), key, 1);
      expect(second.fence).toBeGreaterThan(fence);
      expect(second.attempt).toBe(2);
      expect(await store().renew([{ key, fence }], LEASE_MS)).toEqual([{ key, fence }]);
    });

    it('may still write and be renewed after its lease ran out, until another takes it', async () => {
      const { key, fence } = await claimedTask(store(), { leaseMs: 1 });
      await delay(20);
      await mustAppend(store(), key, { fence }, status('WORKING'));
      expect(await store().renew([{ key, fence }], LEASE_MS)).toEqual([]);
      expect(await store().claim(key, 1, LEASE_MS)).toEqual({ outcome: 'busy' });
    });
  });

  describe('renew and release', () => {
    it('renews many claims at once and names those that are lost', async () => {
      const tasks = await Promise.all(counting(1, 5).map(() => claimedTask(store(), { leaseMs: 300 })));
      const lost = await claimedTask(store());
      await mustAppend(store(), lost.key, { fence: lost.fence }, status('COMPLETED'));
      const stale = { key: tasks[0]?.key ?? lost.key, fence: 99 };
      expect(await store().renew([...tasks, lost, stale], LEASE_MS)).toEqual([lost, stale]);
      expect(await store().renew([], LEASE_MS)).toEqual([]);
      await delay(350);
      const claims = await Promise.all(tasks.map(({ key }) => store().claim(key, 1, LEASE_MS)));
      expect(claims.map(({ outcome }) => outcome)).toEqual(Array(5).fill('busy'));
    });

    it('releases: the fence is void, another attempt may begin at once', async () => {
      const { key, fence } = await claimedTask(store());
      await store().release({ key, fence: fence + 7 }, 0, true);
      expect(await store().claim(key, 1, LEASE_MS)).toEqual({ outcome: 'busy' });
      await store().release({ key, fence }, 60_000, true);
      expect(await store().append(key, { fence }, [status('WORKING')])).toEqual({ outcome: 'fenced' });
      expect(await overdue(store(), key)).toEqual([]);
      expect((await mustClaim(store(), key, 1)).attempt).toBe(2);
    });

    it('gives the attempt back when it was not the handler that failed', async () => {
      const { key, fence } = await claimedTask(store());
      await store().release({ key, fence }, 60_000, false);
      const again = await mustClaim(store(), key, 1);
      expect(again.attempt).toBe(1);
      expect(again.fence).toBeGreaterThan(fence);
    });
  });

  describe('steps', () => {
    it('are there for the next attempt, and gone with the turn', async () => {
      const { key, fence } = await claimedTask(store());
      expect(await store().saveStep(key, fence, 'one', { a: ['\u0000', null] })).toBe(true);
      expect(await store().saveStep(key, fence, 'two', null)).toBe(true);
      expect(await store().saveStep(key, fence, 'one', 'again')).toBe(true);
      expect(await store().saveStep(key, fence + 1, 'three', 3)).toBe(false);
      await store().release({ key, fence }, 0, true);
      expect(await store().saveStep(key, fence, 'four', 4)).toBe(false);

      const second = await mustClaim(store(), key, 1);
      expect(second.steps).toEqual(
        new Map<string, unknown>([
          ['one', 'again'],
          ['two', null],
        ]),
      );
      await ask(store(), key, 'next turn');
      await mustAppend(store(), key, { fence: second.fence }, status('INPUT_REQUIRED'));
      expect(await store().saveStep(key, second.fence, 'five', 5)).toBe(false);
      expect((await mustClaim(store(), key, 2)).steps).toEqual(new Map());
    });
  });
}
