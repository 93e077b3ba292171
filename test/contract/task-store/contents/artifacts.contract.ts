import { describe, expect, it } from 'vitest';
import type { NewTaskEvent, TaskKey } from '../../../../src/a2a/datastore/ports/index.js';
import {
  artifactTexts,
  chunk,
  claimedTask,
  mustAppend,
  mustClaim,
  mustLoad,
  OPEN,
  readAll,
  status,
  type UnderTest,
  userMessage,
} from '../fixtures.js';

/** Chunks, compaction, and what attempts and turns leave behind. */
export function describeArtifacts(underTest: UnderTest): void {
  const store = () => underTest().tasks;

  describe('artifacts', () => {
    const shown = async (key: TaskKey) => artifactTexts(await mustLoad(store(), key));
    const write = (key: TaskKey, fence: number, ...events: NewTaskEvent[]) =>
      mustAppend(store(), key, { fence }, ...events);

    it('grow by chunks, stop being a tail at the last one, and may go on after it', async () => {
      const { key, fence } = await claimedTask(store());
      await write(key, fence, chunk('a', '1', { name: 'first', metadata: { x: 1, y: 1 } }), chunk('b', '1'));
      expect(await shown(key)).toEqual({ a: ['1'], b: ['1'] });
      await write(key, fence, chunk('a', '2', { append: true }), chunk('b', '2', { append: true }));
      expect(await shown(key)).toEqual({ a: ['1', '2'], b: ['1', '2'] });
      await write(key, fence, chunk('a', '3', { append: true, lastChunk: true, metadata: { y: 2 } }));
      expect(await shown(key)).toEqual({ a: ['1', '2', '3'], b: ['1', '2'] });
      await write(key, fence, chunk('a', '4', { append: true }));
      expect(await shown(key)).toEqual({ a: ['1', '2', '3', '4'], b: ['1', '2'] });
      await write(key, fence, chunk('c', 'x', { parts: [] }), status('COMPLETED'));
      const { task } = await mustLoad(store(), key);
      expect(task.artifacts).toEqual([
        {
          artifactId: 'a',
          name: 'first',
          metadata: { x: 1, y: 2 },
          parts: ['1', '2', '3', '4'].map((text) => ({ text })),
        },
        { artifactId: 'b', parts: [{ text: '1' }, { text: '2' }] },
        { artifactId: 'c', parts: [] },
      ]);
    });

    it('are replaced by a chunk that does not append, in their place', async () => {
      const { key, fence } = await claimedTask(store());
      await write(key, fence, chunk('a', 'old', { name: 'old' }), chunk('b', 'b', { lastChunk: true }));
      await write(key, fence, chunk('a', 'new', { append: false }), chunk('b', 'b2', { lastChunk: true }));
      expect(await shown(key)).toEqual({ a: ['new'], b: ['b2'] });
      await write(key, fence, chunk('a', 'more', { append: true }), status('INPUT_REQUIRED'));
      expect((await mustLoad(store(), key)).task.artifacts).toEqual([
        { artifactId: 'a', parts: [{ text: 'new' }, { text: 'more' }] },
        { artifactId: 'b', parts: [{ text: 'b2' }] },
      ]);
    });

    it('begin with a chunk that was to be appended to nothing: nothing is dropped (BC-19)', async () => {
      const { key, fence } = await claimedTask(store());
      await write(
        key,
        fence,
        chunk('a', '1', { append: true }),
        chunk('a', '2', { append: true }),
        status('COMPLETED'),
      );
      expect(await shown(key)).toEqual({ a: ['1', '2'] });
      const flags = (await readAll(store(), key)).flatMap(({ body }) =>
        'artifactUpdate' in body ? [body.artifactUpdate.append] : [],
      );
      expect(flags).toEqual([undefined, true]);
    });

    it('of an earlier attempt leave at the end of the turn unless the last one wrote them', async () => {
      const first = await claimedTask(store());
      const { key } = first;
      await write(key, first.fence, chunk('lost', '1'), chunk('redone', 'old'));
      await store().release({ key, fence: first.fence }, 0, true);
      const second = await mustClaim(store(), key, 1);
      expect(await shown(key)).toEqual({ lost: ['1'], redone: ['old'] });
      await write(key, second.fence, chunk('redone', 'new', { append: false }), chunk('own', '1'));
      await write(key, second.fence, status('COMPLETED'));
      expect(await shown(key)).toEqual({ redone: ['new'], own: ['1'] });
    });

    it('of the opening belong to the first attempt: they stay with it, and go when another ends the turn', async () => {
      const kept = await claimedTask(store(), { events: [chunk('a', '1', { lastChunk: true })] });
      await write(kept.key, kept.fence, status('COMPLETED'));
      expect(await shown(kept.key)).toEqual({ a: ['1'] });

      const lost = await claimedTask(store(), { events: [chunk('a', '1', { lastChunk: true })] });
      await store().release({ key: lost.key, fence: lost.fence }, 60_000, true);
      const again = await mustClaim(store(), lost.key, 1);
      await write(lost.key, again.fence, status('COMPLETED'));
      expect(await shown(lost.key)).toEqual({});
    });

    it('of an earlier turn stay, and come back when a failed attempt alone changed them', async () => {
      const first = await claimedTask(store());
      const { key } = first;
      await write(key, first.fence, chunk('kept', '1'), chunk('grown', '1'), status('INPUT_REQUIRED'));
      await mustAppend(store(), key, { expect: OPEN }, { message: userMessage('go on') });
      const failed = await mustClaim(store(), key, 2);
      await write(
        key,
        failed.fence,
        chunk('kept', 'spoilt', { append: false }),
        chunk('grown', 'x', { append: true }),
      );
      expect(await shown(key)).toEqual({ kept: ['spoilt'], grown: ['1', 'x'] });
      await store().release({ key, fence: failed.fence }, 0, true);
      const second = await mustClaim(store(), key, 2);
      await write(key, second.fence, chunk('new', '1'), status('INPUT_REQUIRED'));
      expect(await shown(key)).toEqual({ kept: ['1'], grown: ['1'], new: ['1'] });

      await mustAppend(store(), key, { expect: OPEN }, { message: userMessage('go on') });
      const third = await mustClaim(store(), key, 3);
      await write(key, third.fence, chunk('grown', '2', { append: true }), status('COMPLETED'));
      expect(await shown(key)).toEqual({ kept: ['1'], grown: ['1', '2'], new: ['1'] });
    });

    it('stay when somebody else ends the task', async () => {
      const first = await claimedTask(store());
      await write(first.key, first.fence, chunk('a', 'partial'));
      await store().release(first, 0, true);
      await mustClaim(store(), first.key, 1);
      await mustAppend(store(), first.key, { expect: OPEN }, status('CANCELED'));
      expect(await shown(first.key)).toEqual({ a: ['partial'] });
    });
  });
}
