import { describe, expect, it } from 'vitest';
import {
  claimedTask,
  mustAppend,
  mustCreate,
  mustLoad,
  newTask,
  OPEN,
  progress,
  readAll,
  state,
  status,
  texts,
  type UnderTest,
  userMessage,
} from '../fixtures.js';

/** Status, history and progress as the log adds up. */
export function describeSnapshot(underTest: UnderTest): void {
  const store = () => underTest().tasks;

  describe('status and history', () => {
    it('moves a status message into history when the next status supersedes it', async () => {
      const { key, fence } = await claimedTask(store());
      await mustAppend(store(), key, { fence }, status('WORKING', 'one'));
      let { task } = await mustLoad(store(), key);
      expect(task.status.message).toMatchObject({
        messageId: 'm-one',
        taskId: key.taskId,
        contextId: task.contextId,
      });
      expect(texts(task.history)).toEqual(['hello']);

      await mustAppend(store(), key, { fence }, status('WORKING', 'two'));
      ({ task } = await mustLoad(store(), key));
      expect(task.status.message?.messageId).toBe('m-two');
      expect(texts(task.history)).toEqual(['hello', 'one']);

      await mustAppend(store(), key, { fence }, status('COMPLETED'));
      ({ task } = await mustLoad(store(), key));
      expect(task.status).not.toHaveProperty('message');
      expect(texts(task.history)).toEqual(['hello', 'one', 'two']);
    });

    it('keeps messages in the order of the log', async () => {
      const { key, fence } = await claimedTask(store());
      await mustAppend(store(), key, { fence }, status('WORKING', 'one'));
      await mustAppend(store(), key, { expect: OPEN }, { message: userMessage('two') });
      expect(texts((await mustLoad(store(), key)).task.history)).toEqual(['hello', 'two']);
      await mustAppend(store(), key, { fence }, status('INPUT_REQUIRED', 'three'));
      await mustAppend(store(), key, { expect: OPEN }, { message: userMessage('four') });
      const { task } = await mustLoad(store(), key);
      expect(texts(task.history)).toEqual(['hello', 'one', 'two', 'four']);
      expect(texts(task.status.message && [task.status.message])).toEqual(['three']);

      const last = async (historyLength: number) =>
        (await store().load(key, { artifacts: false, historyLength }))?.task.history;
      expect(texts(await last(2))).toEqual(['two', 'four']);
      expect(texts(await last(100))).toEqual(['hello', 'one', 'two', 'four']);
      expect(await store().load(key, { artifacts: true, historyLength: 0 })).not.toHaveProperty(
        'task.history',
      );
    });

    it('writes a user message into the log with a number of its own', async () => {
      const { key, fence } = await claimedTask(store());
      await mustAppend(store(), key, { fence }, status('WORKING'));
      const message = userMessage('more');
      await mustAppend(store(), key, { expect: OPEN }, { message });
      const { task } = await mustLoad(store(), key);
      expect((await readAll(store(), key)).at(-1)).toMatchObject({ sequence: 3, turn: 2, body: { message } });
      expect(task.history?.at(-1)).toMatchObject(message);
      expect(task.status.state).toBe(state('WORKING'));
    });

    it('gives log and snapshot the same time, and takes none from the writer', async () => {
      const { key, fence } = await claimedTask(store());
      await mustAppend(
        store(),
        key,
        { fence },
        {
          statusUpdate: { status: { state: state('WORKING'), timestamp: '2001-01-01T00:00:00.000Z' } },
        },
      );
      const event = (await readAll(store(), key)).at(-1);
      const timestamp = new Date(event?.at ?? 0).toISOString();
      expect(event?.body).toMatchObject({ statusUpdate: { status: { timestamp } } });
      expect((await mustLoad(store(), key)).task.status.timestamp).toBe(timestamp);
    });
  });

  describe('progress', () => {
    it('joins the metadata and touches neither status, history nor place in the list', async () => {
      const task = { ...newTask(), metadata: { kept: 1, progress: 'none' } };
      const { claim } = await mustCreate(store(), task, { leaseMs: 60_000 });
      const guard = { fence: claim?.fence ?? 0 };
      await mustAppend(store(), task.key, guard, status('WORKING', 'on it'));
      const before = await mustLoad(store(), task.key);
      await new Promise((resolve) => setTimeout(resolve, 20));
      await mustAppend(store(), task.key, guard, progress(10), progress(20));

      const after = await mustLoad(store(), task.key);
      expect(after.sequence).toBe(before.sequence + 2);
      expect(after.task).toEqual({ ...before.task, metadata: { kept: 1, progress: { percent: 20 } } });
      const updates = (await readAll(store(), task.key)).slice(-2).map(({ body }) => body);
      expect(updates).toMatchObject([
        { statusUpdate: { metadata: { progress: { percent: 10 } }, status: { state: state('WORKING') } } },
        { statusUpdate: { metadata: { progress: { percent: 20 } } } },
      ]);
    });

    it('is not what a status with a message or a new state is', async () => {
      const { key, fence } = await claimedTask(store());
      await mustAppend(
        store(),
        key,
        { fence },
        {
          statusUpdate: { status: { state: state('WORKING') }, metadata: { only: 'in the log' } },
        },
      );
      const { task } = await mustLoad(store(), key);
      expect(task).not.toHaveProperty('metadata');
      expect(task.status.state).toBe(state('WORKING'));
    });
  });
}
