import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Datastore, type TaskContents, type TaskKey } from '../../../src/a2a/datastore/ports/index.js';
import { mustCreate, newTask } from '../task-store/fixtures.js';

const KIB = 1024;
const FORM = { mediaType: 'application/x-thing', filename: 'a "thing"\u0000\ud800 名.bin' };

/** Gives the bytes in pieces of this size. */
async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}

/** What every place for contents must do. @param make gives a datastore of the same data each time; not open yet */
export function describeTaskContents(name: string, make: () => Datastore, refusesUnknown: boolean): void {
  describe(`${name} as a place for contents`, () => {
    let datastore: Datastore;
    let contents: TaskContents;
    beforeAll(async () => {
      datastore = make();
      await datastore.open();
      ({ contents } = datastore);
    });
    afterAll(() => datastore.close());

    const task = async (): Promise<TaskKey> => {
      const created = newTask();
      await mustCreate(datastore.tasks, created);
      return created.key;
    };
    const read = async (key: TaskKey, id: string, from: number, to: number) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of contents.read(key, id, { from, to })) chunks.push(chunk);
      return Buffer.concat(chunks);
    };

    it.each([
      ['smaller than a chunk', 1_000, 300],
      ['of exactly one chunk', 256 * KIB, 100 * KIB],
      ['of exactly four chunks', 1024 * KIB, 256 * KIB],
      ['of many chunks and a rest', 1_300_001, 70_001],
      ['given all at once', 1_300_001, 2_000_000],
    ])('gives back a content %s', async (_, bytes, size) => {
      const key = await task();
      const id = randomUUID();
      const content = randomBytes(bytes);
      const sha256 = createHash('sha256').update(content).digest('base64url');
      expect(await contents.write(key, id, FORM, pieces(content, size))).toEqual({ bytes, sha256 });
      expect(await contents.describe(key, id)).toEqual({ ...FORM, bytes, sha256 });
      expect((await read(key, id, 0, bytes - 1)).equals(content)).toBe(true);
    });

    it('keeps a form that says nothing', async () => {
      const key = await task();
      await contents.write(key, 'plain', {}, pieces(randomBytes(10), 3));
      expect(await contents.describe(key, 'plain')).toEqual({ bytes: 10, sha256: expect.any(String) });
    });

    it('keeps each piece as it was when it was given', async () => {
      const key = await task();
      async function* reused() {
        const memory = Buffer.alloc(10);
        for (let value = 1; value <= 3; value += 1) yield memory.fill(value);
      }
      await contents.write(key, 'reused', {}, reused());
      expect([...(await read(key, 'reused', 9, 20))]).toEqual([1, ...Array<number>(10).fill(2), 3]);
    });

    it('reads any range of a content', async () => {
      const key = await task();
      const content = randomBytes(600 * KIB);
      await contents.write(key, 'ranges', FORM, pieces(content, 100_000));
      const edge = 256 * KIB;
      for (const [from, to] of [
        [0, 0],
        [edge - 1, edge],
        [edge, edge],
        [edge - 1, edge - 1],
        [10, 2 * edge + 10],
        [content.byteLength - 1, content.byteLength - 1],
      ] as const) {
        const range = await read(key, 'ranges', from, to);
        expect(range.equals(content.subarray(from, to + 1)), `bytes ${from}-${to}`).toBe(true);
      }
    });

    it('asks for a piece only when the one before is stored, and gives a chunk only when it is asked', async () => {
      const key = await task();
      let given = 0;
      async function* counted() {
        for (; given < 8; given += 1) yield randomBytes(256 * KIB);
      }
      await contents.write(key, 'slow', {}, counted());
      const reader = contents.read(key, 'slow', { from: 0, to: 8 * 256 * KIB - 1 })[Symbol.asyncIterator]();
      const { value } = (await reader.next()) as { value: Uint8Array };
      expect(value.byteLength).toBeLessThanOrEqual(256 * KIB);
      // A reader that stands still holds up nobody: there are more of them than connections.
      const others = Array.from({ length: 20 }, () =>
        contents.read(key, 'slow', { from: 0, to: 8 * 256 * KIB - 1 })[Symbol.asyncIterator](),
      );
      await Promise.all(others.map((other) => other.next()));
      expect(await contents.describe(key, 'slow')).toMatchObject({ bytes: 8 * 256 * KIB });
      for (const one of [reader, ...others]) await one.return?.();
    });

    it('has nothing of a content whose giving has failed, or that is still on its way', async () => {
      const key = await task();
      async function* failing() {
        yield* pieces(randomBytes(600 * KIB), 100 * KIB);
        expect(await contents.describe(key, 'failing')).toBeUndefined();
        throw new Error('the source is broken');
      }
      await expect(contents.write(key, 'failing', FORM, failing())).rejects.toThrow('the source is broken');
      expect(await contents.describe(key, 'failing')).toBeUndefined();
      await expect(read(key, 'failing', 0, 0)).rejects.toThrow(Error);
    });

    it('finds nothing for another owner, another task or another content', async () => {
      const key = await task();
      const other = await task();
      await contents.write(key, 'mine', FORM, pieces(randomBytes(10), 10));
      await contents.write(other, 'theirs', FORM, pieces(randomBytes(10), 10));
      for (const [wrongKey, id] of [
        [{ ...key, owner: other.owner }, 'mine'],
        [{ ...key, taskId: other.taskId }, 'mine'],
        [other, 'mine'],
        [key, 'theirs'],
        [key, '../mine'],
        [key, ''],
      ] as const) {
        expect(await contents.describe(wrongKey, id)).toBeUndefined();
        await expect(read(wrongKey, id, 0, 0)).rejects.toThrow(Error);
      }
    });

    it('takes contents of one task at the same time', async () => {
      const key = await task();
      const all = Array.from({ length: 12 }, (_, index) => ({
        id: `c${index}`,
        bytes: randomBytes(400 * KIB + index),
      }));
      await Promise.all(all.map(({ id, bytes }) => contents.write(key, id, {}, pieces(bytes, 90_000))));
      for (const { id, bytes } of all) {
        expect((await read(key, id, 0, bytes.byteLength - 1)).equals(bytes), `content ${id}`).toBe(true);
      }
    });

    it('has nothing of a task that was deleted', async () => {
      const key = await task();
      await contents.write(key, 'one', FORM, pieces(randomBytes(600 * KIB), 100_000));
      await contents.write(key, 'two', FORM, pieces(randomBytes(10), 10));
      expect(await datastore.tasks.delete(key)).toBe(true);
      await contents.deleteOf(key);
      await contents.deleteOf(key);
      for (const id of ['one', 'two']) {
        expect(await contents.describe(key, id)).toBeUndefined();
        await expect(read(key, id, 0, 0)).rejects.toThrow(Error);
      }
    });

    it('is seen alike by every process of the agent', async () => {
      const key = await task();
      await contents.write(key, 'shared', FORM, pieces(randomBytes(300 * KIB), 100_000));
      const another = make();
      await another.open();
      expect(await another.contents.describe(key, 'shared')).toEqual(await contents.describe(key, 'shared'));
      await another.close();
    });

    if (!refusesUnknown) return;

    it('takes nothing for a task that is not there, or goes meanwhile', async () => {
      const nowhere = newTask().key;
      const refusal = { name: 'ContentRefused', reason: 'gone' };
      await expect(contents.write(nowhere, 'x', {}, pieces(randomBytes(10), 10))).rejects.toMatchObject(
        refusal,
      );
      const key = await task();
      async function* deleting() {
        yield* pieces(randomBytes(600 * KIB), 100 * KIB);
        await datastore.tasks.delete(key);
        yield* pieces(randomBytes(600 * KIB), 100 * KIB);
      }
      await expect(contents.write(key, 'x', {}, deleting())).rejects.toMatchObject(refusal);
      async function* deletingLast() {
        yield randomBytes(10);
        await datastore.tasks.delete(late);
      }
      const late = await task();
      await expect(contents.write(late, 'x', {}, deletingLast())).rejects.toMatchObject(refusal);
    });
  });
}
