import { describe, expect, it } from 'vitest';
import type { ListCursor, TaskKey } from '../../../../src/a2a/datastore/ports/index.js';
import {
  counting,
  mustAppend,
  mustClaim,
  mustCreate,
  newTask,
  progress,
  state,
  status,
  type UnderTest,
} from '../fixtures.js';

const TASKS = 60;
const PAGE = 7;

/** Listings while tasks change. */
export function describePaging(underTest: UnderTest): void {
  const store = () => underTest().tasks;

  describe('a listing while tasks change', () => {
    /** Walks all pages. @returns the ids in order, and the newest status time of the first page */
    const walk = async (
      owner: string,
      filter: { contextId?: string; statusAtOrAfter?: number },
      between: (page: number) => Promise<unknown>,
    ): Promise<{ ids: string[]; startedAt: number }> => {
      const ids: string[] = [];
      let startedAt: number | undefined;
      let after: ListCursor | undefined;
      for (let page = 1; page === 1 || after !== undefined; page += 1) {
        const { tasks, next } = await store().list({
          owner,
          limit: PAGE,
          artifacts: false,
          ...filter,
          ...(after && { after }),
        });
        ids.push(...tasks.map(({ id }) => id));
        startedAt ??= Date.parse(tasks[0]?.status.timestamp ?? '');
        after = next;
        await between(page);
      }
      return { ids, startedAt: startedAt ?? NaN };
    };

    it.each([
      ['all of an owner', {}],
      ['those of a context', { contextId: 'one: 二' }],
    ])('of %s shows no task twice, and its start finds what it has missed', async (_what, filter) => {
      const { owner } = newTask().key;
      const keys = await Promise.all(
        counting(1, TASKS).map(async (): Promise<TaskKey> => {
          const task = newTask({ owner, contextId: 'one: 二' });
          await mustCreate(store(), task);
          return task.key;
        }),
      );
      // Those that were listed already, those that were not, and new ones, all of them at once.
      const change = async (page: number): Promise<void> => {
        const some = keys.filter((_, index) => index % 5 === page % 5).slice(0, 6);
        await Promise.all([
          ...some.map(async (key) => {
            const claimed = await store().claim(key, 1, 60_000);
            if (claimed.outcome !== 'claimed') return;
            const guard = { fence: claimed.claim.fence };
            await mustAppend(store(), key, guard, status('WORKING', `page ${page}`), progress(page));
          }),
          mustCreate(store(), newTask({ owner, contextId: 'one: 二' })),
        ]);
      };
      const { ids, startedAt } = await walk(owner, filter, change);
      expect(new Set(ids).size).toBe(ids.length);

      const since = await walk(owner, { ...filter, statusAtOrAfter: startedAt }, () => Promise.resolve());
      const found = new Set([...ids, ...since.ids]);
      expect(keys.filter(({ taskId }) => !found.has(taskId))).toEqual([]);
    });

    it('combines every filter with a place in the list', async () => {
      const { owner } = newTask().key;
      const made = await Promise.all(
        counting(1, 40).map(async (number) => {
          const contextId = number % 2 === 0 ? 'even' : 'odd';
          const task = newTask({ owner, contextId });
          const ends = number % 4 < 2 ? [status('COMPLETED')] : [];
          const { record } = await mustCreate(store(), task, { events: ends });
          const { status: current } = record.task;
          return {
            id: task.key.taskId,
            contextId,
            state: current.state,
            at: Date.parse(current.timestamp ?? ''),
          };
        }),
      );
      const ordered = made.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
      const middle = ordered[20]!;
      for (const contextId of [undefined, 'even', 'odd', 'none'])
        for (const short of [undefined, 'COMPLETED', 'SUBMITTED', 'WORKING'] as const)
          for (const statusAtOrAfter of [undefined, middle.at, middle.at + 1, 0])
            for (const cursor of [undefined, ordered[5]!, middle, ordered[39]!]) {
              const matching = ordered.filter(
                (task) =>
                  (contextId === undefined || task.contextId === contextId) &&
                  (short === undefined || task.state === state(short)) &&
                  (statusAtOrAfter === undefined || task.at >= statusAtOrAfter),
              );
              const beyond = matching.filter(
                ({ at, id }) =>
                  cursor === undefined || at < cursor.at || (at === cursor.at && id < cursor.id),
              );
              const page = await store().list({
                owner,
                limit: 4,
                artifacts: false,
                ...(contextId !== undefined && { contextId }),
                ...(short !== undefined && { state: state(short) }),
                ...(statusAtOrAfter !== undefined && { statusAtOrAfter }),
                ...(cursor && { after: { statusAt: cursor.at, taskId: cursor.id } }),
              });
              expect(page.tasks.map(({ id }) => id)).toEqual(beyond.slice(0, 4).map(({ id }) => id));
              expect(page.total).toBe(matching.length);
              expect(page.next !== undefined).toBe(beyond.length > 4);
            }
    });

    it('shows a task as soon as its creation has returned, where its status belongs', async () => {
      const { owner } = newTask().key;
      for (const _ of counting(1, 10)) {
        const task = newTask({ owner, contextId: 'c' });
        await mustCreate(store(), task);
        for (const filter of [{}, { contextId: 'c' }, { state: state('SUBMITTED') }]) {
          const page = await store().list({ owner, limit: 1, artifacts: false, ...filter });
          expect(page.tasks[0]?.id).toBe(task.key.taskId);
        }
        const { fence } = await mustClaim(store(), task.key, 1);
        await mustAppend(store(), task.key, { fence }, status('COMPLETED'));
        const done = await store().list({ owner, limit: 1, artifacts: false, state: state('COMPLETED') });
        expect(done.tasks[0]?.id).toBe(task.key.taskId);
        const submitted = await store().list({
          owner,
          limit: 1,
          artifacts: false,
          contextId: 'c',
          state: state('SUBMITTED'),
        });
        expect(submitted).toEqual({ tasks: [], total: 0 });
      }
    });
  });
}
