import { describe, expect, it } from 'vitest';
import {
  ALL,
  chunk,
  claimedTask,
  counting,
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

/** Numbers, times, guards and the terminal rule. */
export function describeLog(underTest: UnderTest): void {
  const store = () => underTest().tasks;

  describe('create', () => {
    it('stores a SUBMITTED task whose log begins with that status', async () => {
      const task = { ...newTask(), metadata: { from: 'test', nested: { deep: [1, null] } } };
      const { record, claim } = await mustCreate(store(), task);

      expect(claim).toBeUndefined();
      expect(record).toEqual(await store().load(task.key, ALL));
      expect(record).toMatchObject({
        key: task.key,
        skillId: 'a-skill',
        sequence: 1,
        turn: 1,
        turnsEnded: 0,
      });
      const [first, ...others] = await readAll(store(), task.key);
      expect(others).toEqual([]);
      expect(first).toEqual({
        sequence: 1,
        at: expect.any(Number) as number,
        turn: 1,
        body: {
          statusUpdate: { taskId: task.key.taskId, contextId: task.contextId, status: record.task.status },
        },
      });
      expect(record.task).toEqual({
        id: task.key.taskId,
        contextId: task.contextId,
        status: { state: state('SUBMITTED'), timestamp: new Date(first?.at ?? 0).toISOString() },
        history: [task.message],
        metadata: task.metadata,
      });
      expect(Math.abs((first?.at ?? 0) - Date.now())).toBeLessThan(60_000);
    });

    it('stores an opening that ends the turn at once, without a claim', async () => {
      const task = newTask();
      const { record, claim } = await mustCreate(store(), task, {
        leaseMs: 1_000,
        events: [chunk('a', 'result'), status('COMPLETED', 'done')],
      });

      expect(claim).toBeUndefined();
      expect(record).toMatchObject({ sequence: 3, turn: 1, turnsEnded: 1 });
      expect(record.task.artifacts).toEqual([{ artifactId: 'a', parts: [{ text: 'result' }] }]);
      expect(record.task.status).toMatchObject({
        state: state('COMPLETED'),
        message: { messageId: 'm-done' },
      });
      expect(record.task.history).toEqual([task.message]);
      expect(await store().claim(task.key, 1, 1_000)).toEqual({ outcome: 'ended' });
      expect((await readAll(store(), task.key)).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    });

    it('stores an opening that waits for the caller', async () => {
      const task = newTask();
      const { record } = await mustCreate(store(), task, { events: [status('INPUT_REQUIRED', 'which?')] });
      expect(record).toMatchObject({ turn: 1, turnsEnded: 1 });
      const answer = await store().append(
        task.key,
        { expect: [state('INPUT_REQUIRED')], skillId: 'chosen' },
        [{ message: userMessage('that') }],
      );
      expect(answer).toEqual({ outcome: 'appended', sequence: 3, turn: 2, turnsEnded: 1 });
      expect((await mustLoad(store(), task.key)).skillId).toBe('chosen');
    });

    it('refuses a second task of the same id and keeps the first', async () => {
      const task = newTask();
      await store().create(task);
      await expect(store().create({ ...task, contextId: 'another' })).rejects.toThrow(task.key.taskId);
      expect((await mustLoad(store(), task.key)).task.contextId).toBe(task.contextId);
    });
  });

  describe('append', () => {
    it('gives gapless numbers to 16 writers, and no reader sees a gap', async () => {
      const { key, fence } = await claimedTask(store());
      const done = new AbortController();
      const reader = (async () => {
        const seen: number[] = [];
        while (!done.signal.aborted || seen.length < 641) {
          for (const { sequence } of await store().readEvents(key, seen.length, 50)) seen.push(sequence);
        }
        return seen;
      })();
      const writer = async (id: number): Promise<number[]> => {
        const numbers: number[] = [];
        for (let turn = 0; turn < 20; turn += 1) {
          const { sequence } = await mustAppend(
            store(),
            key,
            { fence },
            chunk(`w${id}`, `${turn}`, { append: true }),
            progress(turn),
          );
          numbers.push(sequence);
        }
        return numbers;
      };
      const numbers = (await Promise.all(counting(1, 16).map(writer))).flat();
      done.abort();

      expect(new Set(numbers).size).toBe(320);
      expect(await reader).toEqual(counting(1, 641));
      const events = await readAll(store(), key);
      expect(events.map(({ sequence }) => sequence)).toEqual(counting(1, 641));
      const times = events.map(({ at }) => at);
      expect(times).toEqual([...times].toSorted((a, b) => a - b));
      expect((await mustLoad(store(), key)).sequence).toBe(641);
    });

    it('refuses an old fence and writes nothing', async () => {
      const { key, fence } = await claimedTask(store(), { leaseMs: 1 });
      await new Promise((resolve) => setTimeout(resolve, 20));
      const second = await mustClaim(store(), key, 1);
      const before = await mustLoad(store(), key);

      expect(await store().append(key, { fence }, [status('COMPLETED')])).toEqual({ outcome: 'fenced' });
      expect(await store().append(key, { fence: second.fence + 1 }, [progress(1)])).toEqual({
        outcome: 'fenced',
      });
      expect(await mustLoad(store(), key)).toEqual(before);
      expect(await store().append(key, { fence: second.fence }, [status('WORKING')])).toMatchObject({
        outcome: 'appended',
      });
    });

    it('refuses the fence of a turn that is over', async () => {
      const { key, fence } = await claimedTask(store());
      await mustAppend(store(), key, { fence }, status('INPUT_REQUIRED', 'more?'));
      expect(await store().append(key, { fence }, [progress(5)])).toEqual({ outcome: 'fenced' });
    });

    it('refuses everything after the end', async () => {
      const { key, fence } = await claimedTask(store());
      await mustAppend(store(), key, { fence }, status('COMPLETED'));
      const ended = { outcome: 'ended', state: state('COMPLETED') };
      expect(await store().append(key, { fence }, [progress(1)])).toEqual(ended);
      expect(await store().append(key, { expect: OPEN }, [status('CANCELED')])).toEqual(ended);
      expect(await store().append(key, { expect: OPEN }, [{ message: userMessage('late') }])).toEqual(ended);
      expect((await mustLoad(store(), key)).sequence).toBe(2);
    });

    it('refuses a state that was not expected, and an unknown task', async () => {
      const { key } = await claimedTask(store());
      expect(await store().append(key, { expect: [state('WORKING')] }, [status('CANCELED')])).toEqual({
        outcome: 'unexpected',
        state: state('SUBMITTED'),
      });
      const unknown = { ...key, taskId: 'no-such-task' };
      expect(await store().append(unknown, { fence: 1 }, [progress(1)])).toEqual({ outcome: 'unknown' });
      expect(await store().append(unknown, { expect: OPEN }, [progress(1)])).toEqual({ outcome: 'unknown' });
    });

    it('ends the claim when a writer without one ends the task', async () => {
      const { key, fence } = await claimedTask(store());
      await mustAppend(store(), key, { expect: OPEN }, status('CANCELED'));
      expect(await store().append(key, { fence }, [chunk('a', 'late')])).toMatchObject({ outcome: 'ended' });
      expect(await store().renew([{ key, fence }], 1_000)).toEqual([{ key, fence }]);
      expect(await store().claim(key, 1, 1_000)).toEqual({ outcome: 'ended' });
    });

    it('reaches exactly one end when cancel and completion race, 200 times', async () => {
      const race = async (round: number): Promise<string> => {
        const { key, fence } = await claimedTask(store());
        const complete = () => store().append(key, { fence }, [chunk('a', 'x'), status('COMPLETED')]);
        const cancel = () => store().append(key, { expect: OPEN }, [status('CANCELED')]);
        const outcomes = await Promise.all(round % 2 === 0 ? [complete(), cancel()] : [cancel(), complete()]);
        expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['appended', 'ended']);

        const events = await readAll(store(), key);
        const ends = events.filter(
          ({ body }) => 'statusUpdate' in body && /COMPLETED|CANCELED/.test(body.statusUpdate.status.state),
        );
        expect(ends).toHaveLength(1);
        expect(ends[0]).toEqual(events.at(-1));
        const { task } = await mustLoad(store(), key);
        expect(ends[0]?.body).toMatchObject({ statusUpdate: { status: task.status } });
        return task.status.state;
      };
      const winners = new Set<string>();
      for (let round = 0; round < 200; round += 10) {
        for (const winner of await Promise.all(counting(round, round + 9).map(race))) winners.add(winner);
      }
      expect([...winners].toSorted()).toEqual([state('CANCELED'), state('COMPLETED')]);
    });

    it('refuses events behind the last possible one before it writes anything', async () => {
      const { key, fence } = await claimedTask(store());
      const wrong = [status('COMPLETED'), progress(1)];
      await expect(store().append(key, { fence }, wrong)).rejects.toThrow(RangeError);
      await expect(store().append(key, { expect: OPEN }, wrong)).rejects.toThrow(RangeError);
      await expect(store().append(key, { fence }, [status('AUTH_REQUIRED'), progress(1)])).rejects.toThrow(
        RangeError,
      );
      await expect(store().create(newTask(), { events: wrong })).rejects.toThrow(RangeError);
      expect((await mustLoad(store(), key)).sequence).toBe(1);
    });
  });

  describe('readEvents', () => {
    it('is a cursor', async () => {
      const { key, fence } = await claimedTask(store());
      await mustAppend(store(), key, { fence }, ...counting(1, 9).map(progress));
      const numbers = async (after: number, limit: number) =>
        (await store().readEvents(key, after, limit)).map(({ sequence }) => sequence);
      expect(await numbers(0, 3)).toEqual([1, 2, 3]);
      expect(await numbers(3, 4)).toEqual([4, 5, 6, 7]);
      expect(await numbers(7, 100)).toEqual([8, 9, 10]);
      expect(await numbers(10, 100)).toEqual([]);
      expect(await numbers(Number.MAX_SAFE_INTEGER, 100)).toEqual([]);
      expect(await store().readEvents({ ...key, taskId: 'no-such-task' }, 0, 10)).toEqual([]);
    });
  });
}
