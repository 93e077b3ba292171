import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/a2a/protocol/index.js';
import {
  ALL,
  chunk,
  mustAppend,
  mustClaim,
  mustCreate,
  mustLoad,
  newTask,
  OPEN,
  readAll,
  state,
  status,
  texts,
  type UnderTest,
} from '../fixtures.js';

/** Strings that storage likes to spoil. */
const HARD_TEXT = 'a\u0000b \ud800 \udc00x 日本語 🎲 "quoted" \\u0000 \\ \n\t\u2028 {1} $1 $$';

/** Strings of all kinds in all places. */
export function describeText(underTest: UnderTest): void {
  const store = () => underTest().tasks;

  describe('text of any kind', () => {
    it('comes back as it was, wherever it stands', async () => {
      const task = newTask({ text: HARD_TEXT, contextId: HARD_TEXT });
      const hard: JsonObject = {
        [HARD_TEXT]: { [HARD_TEXT]: [HARD_TEXT, null, 1e21, 0.1] },
        metadata: 1,
        __proto__x: 1,
      };
      const { claim, record } = await mustCreate(
        store(),
        { ...task, skillId: HARD_TEXT, metadata: hard },
        { leaseMs: 60_000 },
      );
      expect(record).toMatchObject({ skillId: HARD_TEXT, task: { contextId: HARD_TEXT, metadata: hard } });
      expect(record.task.history).toEqual([task.message]);

      const { key } = task;
      const guard = { fence: claim?.fence ?? 0 };
      const parts = [{ text: HARD_TEXT }, { data: hard }, { raw: 'AAEC', filename: HARD_TEXT }];
      await mustAppend(
        store(),
        key,
        guard,
        status('WORKING', HARD_TEXT),
        { statusUpdate: { status: { state: state('WORKING') }, metadata: { [`${HARD_TEXT}2`]: HARD_TEXT } } },
        chunk(HARD_TEXT, '', { parts, name: HARD_TEXT, metadata: hard, extensions: [HARD_TEXT] }),
        chunk(HARD_TEXT, '', { parts, append: true }),
      );
      expect(await store().saveStep(key, guard.fence, HARD_TEXT, HARD_TEXT)).toBe(true);
      await mustAppend(store(), key, guard, chunk(HARD_TEXT, HARD_TEXT, { append: true, lastChunk: true }));

      const { task: after } = await mustLoad(store(), key);
      expect(after.artifacts).toEqual([
        {
          artifactId: HARD_TEXT,
          name: HARD_TEXT,
          metadata: hard,
          extensions: [HARD_TEXT],
          parts: [...parts, ...parts, { text: HARD_TEXT }],
        },
      ]);
      expect(after.metadata).toEqual({ ...hard, [`${HARD_TEXT}2`]: HARD_TEXT });
      expect(texts(after.status.message && [after.status.message])).toEqual([HARD_TEXT]);
      expect((await readAll(store(), key))[3]?.body).toMatchObject({
        artifactUpdate: { artifact: { parts } },
      });
      const page = await store().list({ owner: key.owner, contextId: HARD_TEXT, limit: 5, ...ALL });
      expect(page.tasks).toEqual([after]);
      await store().release({ key, fence: guard.fence }, 0, true);
      expect((await mustClaim(store(), key, 1)).steps).toEqual(new Map([[HARD_TEXT, HARD_TEXT]]));
    });

    it('in a name that does not exist finds nothing', async () => {
      const key = { owner: HARD_TEXT, taskId: `${HARD_TEXT}${'x'.repeat(10_000)}` };
      expect(await store().load(key, ALL)).toBeUndefined();
      expect(await store().append(key, { expect: OPEN }, [status('CANCELED')])).toEqual({
        outcome: 'unknown',
      });
    });

    it('may be long where a caller chooses it', async () => {
      const contextId = Array.from({ length: 2_000 }, () => Math.random().toString(36).slice(2)).join('');
      const task = newTask({ contextId });
      const { record } = await mustCreate(store(), task);
      expect(record.task.contextId).toBe(contextId);
      const page = await store().list({ owner: task.key.owner, contextId, limit: 5, artifacts: false });
      expect(page.total).toBe(1);
    });
  });
}
