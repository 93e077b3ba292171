import { describe, expect, it } from 'vitest';
import type { ListCursor, ListQuery, TaskKey } from '../../../../src/a2a/datastore/ports/index.js';
import {
  ALL,
  chunk,
  claimedTask,
  counting,
  LEASE_MS,
  mustAppend,
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

/** Lists, deletion and who may see what. */
export function describeList(underTest: UnderTest): void {
  const store = () => underTest().tasks;

  /** Walks all pages. */
  const walk = async (query: Omit<ListQuery, 'artifacts'>): Promise<{ ids: string[]; totals: number[] }> => {
    const ids: string[] = [];
    const totals: number[] = [];
    let after: ListCursor | undefined;
    do {
      const page = await store().list({ ...query, artifacts: false, ...(after && { after }) });
      expect(page.tasks.length).toBeLessThanOrEqual(query.limit);
      ids.push(...page.tasks.map(({ id }) => id));
      totals.push(page.total);
      after = page.next;
    } while (after !== undefined);
    return { ids, totals };
  };

  describe('list', () => {
    it('is newest status first, then by descending id, in pages without doubles', async () => {
      const { owner } = newTask().key;
      const times = new Map<string, number>();
      await Promise.all(
        counting(1, 57).map(async () => {
          const task = newTask({ owner });
          const { record } = await mustCreate(store(), task);
          times.set(task.key.taskId, Date.parse(record.task.status.timestamp ?? ''));
        }),
      );
      const expected = [...times]
        .toSorted(([idA, a], [idB, b]) => b - a || (idA < idB ? 1 : -1))
        .map(([id]) => id);
      for (const limit of [1, 10, 19, 56, 57, 58]) {
        const { ids, totals } = await walk({ owner, limit });
        expect(ids).toEqual(expected);
        expect(new Set(totals)).toEqual(new Set([57]));
        expect(totals).toHaveLength(Math.ceil(57 / limit));
      }
      const [oldest] = expected.slice(-1);
      await mustAppend(store(), { owner, taskId: oldest ?? '' }, { expect: OPEN }, status('CANCELED'));
      expect((await walk({ owner, limit: 100 })).ids[0]).toBe(oldest);
    });

    it('filters by context, state and time', async () => {
      const { owner } = newTask().key;
      const contextId = 'one-context';
      const old = newTask({ owner, contextId });
      await store().create(old, { events: [status('COMPLETED')] });
      await new Promise((resolve) => setTimeout(resolve, 20));
      const recent = newTask({ owner, contextId });
      const { record } = await mustCreate(store(), recent);
      await store().create(newTask({ owner }));
      const since = Date.parse(record.task.status.timestamp ?? '');
      const ids = async (filter: Partial<ListQuery>) => (await walk({ owner, limit: 10, ...filter })).ids;

      expect(await ids({ contextId })).toEqual([recent.key.taskId, old.key.taskId]);
      expect(await ids({ contextId, state: state('COMPLETED') })).toEqual([old.key.taskId]);
      expect(await ids({ state: state('FAILED') })).toEqual([]);
      expect(await ids({ contextId, statusAtOrAfter: since })).toEqual([recent.key.taskId]);
      expect(await ids({ contextId, statusAtOrAfter: since + 1 })).toEqual([]);
      expect(await ids({ contextId: 'another' })).toEqual([]);
      expect((await walk({ owner, limit: 1, contextId, state: state('SUBMITTED') })).totals).toEqual([1]);
      expect(await store().list({ owner, limit: 5, artifacts: false, state: state('FAILED') })).toEqual({
        tasks: [],
        total: 0,
      });
    });

    it('shows of each task what is asked for', async () => {
      const { owner } = newTask().key;
      const keys = await Promise.all(
        counting(1, 3).map(async (number) => {
          const { key, fence } = await claimedTask(store(), { owner });
          await mustAppend(store(), key, { fence }, status('WORKING', `w${number}`), chunk('a', `${number}`));
          await mustAppend(store(), key, { fence }, chunk('a', 'more', { append: true }));
          return key;
        }),
      );
      const whole = await store().list({ owner, limit: 10, ...ALL });
      for (const key of keys) {
        const { task } = await mustLoad(store(), key);
        expect(whole.tasks.find(({ id }) => id === key.taskId)).toEqual(task);
      }
      const bare = await store().list({ owner, limit: 10, artifacts: false, historyLength: 0 });
      for (const task of bare.tasks) {
        expect(task).not.toHaveProperty('artifacts');
        expect(task).not.toHaveProperty('history');
        expect(task.status.message).toBeDefined();
      }
    });

    it('keeps its order while a task only makes progress', async () => {
      const { owner } = newTask().key;
      const first = await claimedTask(store(), { owner });
      await mustAppend(store(), first.key, { fence: first.fence }, status('WORKING'));
      await new Promise((resolve) => setTimeout(resolve, 10));
      const second = await claimedTask(store(), { owner });
      await mustAppend(store(), first.key, { fence: first.fence }, progress(50), chunk('a', 'x'));
      expect((await walk({ owner, limit: 5 })).ids).toEqual([second.key.taskId, first.key.taskId]);
    });
  });

  describe('delete', () => {
    it('takes everything along', async () => {
      const { key, fence } = await claimedTask(store());
      await mustAppend(store(), key, { fence }, status('WORKING', 'w'), chunk('a', '1'), progress(1));
      await store().saveStep(key, fence, 'step', 1);
      expect(await store().delete(key)).toBe(true);
      expect(await store().delete(key)).toBe(false);
      expect(await store().load(key, ALL)).toBeUndefined();
      expect(await readAll(store(), key)).toEqual([]);
      expect(await store().append(key, { fence }, [progress(2)])).toEqual({ outcome: 'unknown' });
      expect(await store().claim(key, 1, LEASE_MS)).toEqual({ outcome: 'unknown' });
      expect((await walk({ owner: key.owner, limit: 5 })).totals).toEqual([0]);

      await store().create({ ...newTask({ owner: key.owner }), key }, { leaseMs: LEASE_MS });
      const { task } = await mustLoad(store(), key);
      expect(task.history).toHaveLength(1);
      expect(task).not.toHaveProperty('artifacts');
    });

    it('leaves nothing behind when it races with writers', async () => {
      const { key, fence } = await claimedTask(store());
      const write = () => store().append(key, { fence }, [chunk('a', 'x', { append: true })]);
      await Promise.all([write(), write(), store().delete(key), write(), write()]);
      expect(await store().load(key, ALL)).toBeUndefined();
      expect(await readAll(store(), key)).toEqual([]);
    });
  });

  describe('another owner', () => {
    it('finds nothing and changes nothing', async () => {
      const { key, fence } = await claimedTask(store());
      await mustAppend(store(), key, { fence }, status('WORKING', 'secret'), chunk('a', 'secret'));
      const before = { record: await mustLoad(store(), key), events: await readAll(store(), key) };
      const strange: TaskKey = { owner: newTask().key.owner, taskId: key.taskId };

      expect(await store().load(strange, ALL)).toBeUndefined();
      expect(await store().readEvents(strange, 0, 100)).toEqual([]);
      expect(await store().claim(strange, 1, LEASE_MS)).toEqual({ outcome: 'unknown' });
      expect(await store().append(strange, { fence }, [status('FAILED')])).toEqual({ outcome: 'unknown' });
      expect(await store().append(strange, { expect: OPEN }, [status('CANCELED')])).toEqual({
        outcome: 'unknown',
      });
      expect(await store().append(strange, { expect: OPEN }, [{ message: userMessage('hi') }])).toEqual({
        outcome: 'unknown',
      });
      expect(await store().renew([{ key: strange, fence }], LEASE_MS)).toEqual([{ key: strange, fence }]);
      await store().release({ key: strange, fence }, 0, false);
      expect(await store().saveStep(strange, fence, 'step', 1)).toBe(false);
      expect(await store().requeue(strange, 1)).toBeUndefined();
      expect(await store().delete(strange)).toBe(false);
      expect(await store().list({ owner: strange.owner, limit: 10, ...ALL })).toEqual({
        tasks: [],
        total: 0,
      });
      const { contextId } = before.record.task;
      expect((await store().list({ owner: strange.owner, contextId, limit: 10, ...ALL })).total).toBe(0);

      expect({ record: await mustLoad(store(), key), events: await readAll(store(), key) }).toEqual(before);
      expect(await store().renew([{ key, fence }], LEASE_MS)).toEqual([]);
    });
  });
}
