import { describe, expect, it } from 'vitest';
import type { ListCursor, ListQuery, TaskPage } from '../../../../src/a2a/datastore/ports/index.js';
import {
  chunk,
  claimedTask,
  counting,
  mustAppend,
  mustLoad,
  newTask,
  status,
  texts,
  type UnderTest,
  userMessage,
  OPEN,
} from '../fixtures.js';

const KB = 1_000;

/** Pages that end early because of what their tasks hold. */
export function describePageBytes(underTest: UnderTest): void {
  const store = () => underTest().tasks;

  /** A task with artifacts of this many bytes. */
  const make = async (owner: string, bytes: number): Promise<string> => {
    const { key, fence } = await claimedTask(store(), { owner });
    await mustAppend(store(), key, { fence }, status('WORKING'), chunk('a', 'x'.repeat(bytes)));
    return key.taskId;
  };
  /** Makes tasks one after the other. @returns their ids, the newest first */
  const makeAll = async (owner: string, sizes: readonly number[]): Promise<string[]> => {
    const ids: string[] = [];
    for (const bytes of sizes) {
      ids.unshift(await make(owner, bytes));
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    return ids;
  };
  const pagesOf = async (query: Omit<ListQuery, 'after'>): Promise<TaskPage[]> => {
    const pages: TaskPage[] = [];
    let after: ListCursor | undefined;
    do {
      const page = await store().list({ ...query, ...(after && { after }) });
      pages.push(page);
      after = page.next;
    } while (after !== undefined);
    return pages;
  };
  const idsOf = (pages: readonly TaskPage[]) => pages.map(({ tasks }) => tasks.map(({ id }) => id));

  describe('B-18 a page with a bound of bytes', () => {
    it('ends before the task that would exceed it, and the next one begins exactly there', async () => {
      const { owner } = newTask().key;
      const [seventh, sixth, fifth, fourth, third, second, first] = await makeAll(
        owner,
        [10, 40, 40, 90, 10, 500, 40].map((kilobytes) => kilobytes * KB),
      );
      const query = { owner, limit: 10, artifacts: true, historyLength: 0, maxBytes: 110 * KB };
      const pages = await pagesOf(query);
      expect(idsOf(pages)).toEqual([[seventh], [sixth], [fifth, fourth], [third, second, first]]);
      expect(pages.map(({ total }) => total)).toEqual([7, 7, 7, 7]);
      for (const { tasks } of pages) {
        for (const task of tasks) expect(task).toEqual((await shown(owner, task.id)).task);
      }
    });

    const shown = async (owner: string, taskId: string) => {
      const record = await store().load({ owner, taskId }, { artifacts: true, historyLength: 0 });
      if (!record) throw new Error('The task is gone.');
      return record;
    };

    it('holds one task at least, and no more than its limit', async () => {
      const { owner } = newTask().key;
      const ids = await makeAll(
        owner,
        counting(1, 5).map(() => KB),
      );
      const query = { owner, artifacts: true, historyLength: 0 };
      expect(idsOf(await pagesOf({ ...query, limit: 3, maxBytes: 1 }))).toEqual(ids.map((id) => [id]));
      const wide = idsOf(await pagesOf({ ...query, limit: 3, maxBytes: 1_000 * KB }));
      expect(wide).toEqual([ids.slice(0, 3), ids.slice(3)]);
    });

    it('counts what was written in many chunks and several turns, and the characters as bytes', async () => {
      const { owner } = newTask().key;
      const [plain = ''] = await makeAll(owner, [10]);
      const { key, fence } = await claimedTask(store(), { owner });
      await mustAppend(store(), key, { fence }, status('WORKING'), chunk('a', '漢'.repeat(10 * KB)));
      for (const _ of counting(1, 9)) {
        await mustAppend(store(), key, { fence }, chunk('a', '漢'.repeat(KB), { append: true }));
      }
      await mustAppend(store(), key, { fence }, status('INPUT_REQUIRED', 'more?'));
      await store().append(key, { expect: OPEN }, [{ message: userMessage('yes') }]);
      const claimed = await store().claim(key, 2, 60_000);
      if (claimed.outcome !== 'claimed') throw new Error('The second turn was not given.');
      const { fence: second } = claimed.claim;
      await mustAppend(
        store(),
        key,
        { fence: second },
        status('WORKING', 'on it'),
        chunk('a', '漢'.repeat(KB), { append: true }),
      );
      // 20,000 characters of three bytes.
      const query = { owner, limit: 5, artifacts: true, historyLength: 0 };
      expect(idsOf(await pagesOf({ ...query, maxBytes: 60 * KB }))).toEqual([[key.taskId], [plain]]);
      const [page] = await pagesOf({ ...query, maxBytes: 62 * KB });
      expect(page?.tasks.map(({ id }) => id)).toEqual([key.taskId, plain]);
      expect(texts(page?.tasks[0]?.artifacts?.[0]).join('')).toHaveLength(20 * KB);
    });

    it('counts as much of the history as is asked for', async () => {
      const { owner } = newTask().key;
      const ids: string[] = [];
      for (const _ of counting(1, 3)) {
        const { key, fence } = await claimedTask(store(), { owner });
        for (const text of ['x'.repeat(50 * KB), 'y'.repeat(10 * KB), 'z']) {
          await mustAppend(store(), key, { fence }, status('WORKING', text));
        }
        ids.unshift(key.taskId);
        await new Promise((resolve) => setTimeout(resolve, 3));
      }
      const query = { owner, limit: 5, artifacts: false, maxBytes: 65 * KB };
      expect(idsOf(await pagesOf(query))).toEqual(ids.map((id) => [id]));
      expect(idsOf(await pagesOf({ ...query, historyLength: 1 }))).toEqual([ids]);
      const pages = await pagesOf({ ...query, historyLength: 1, maxBytes: 25 * KB });
      expect(idsOf(pages)).toEqual(ids.map((id) => [id]));
      const whole = await mustLoad(store(), { owner, taskId: ids[0] ?? '' });
      expect(pages[0]?.tasks[0]?.history).toEqual(whole.task.history?.slice(-1));
    });

    it('skips nothing and shows nothing twice, whatever the sizes are', async () => {
      const { owner } = newTask().key;
      const sizes = counting(1, 40).map((number) => ((number * 7_919) % 50) * 100);
      const ids = new Set<string>();
      await Promise.all(sizes.map(async (bytes) => ids.add(await make(owner, bytes))));
      for (const maxBytes of [KB, 4 * KB, 20 * KB, 1_000 * KB]) {
        const pages = await pagesOf({ owner, limit: 12, artifacts: true, maxBytes });
        const listed = idsOf(pages).flat();
        expect(new Set(listed)).toEqual(ids);
        expect(listed).toHaveLength(ids.size);
        const sizesOf = ({ tasks }: TaskPage) =>
          tasks.reduce((sum, { artifacts }) => sum + texts(artifacts?.[0]).join('').length, 0);
        const several = pages.filter(({ tasks }) => tasks.length > 1);
        expect(several.filter((page) => sizesOf(page) > maxBytes)).toEqual([]);
      }
    });
  });
}
