import { describe, expect, it, vi } from 'vitest';
import type { NewTask, Opening, TaskStore } from '../../../datastore/ports/index.js';
import { OpeningSink } from './opening-sink.js';
import { Persistence } from './persistence.js';

const task = { key: { owner: 'o', taskId: 't' } } as NewTask;
const record = { key: task.key, sequence: 1, turn: 1, turnsEnded: 0 };

function setUp(ends = false) {
  const store = {
    create: vi.fn(async (_task: NewTask, _opening: Opening) => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      return { outcome: 'created', record, ...(!ends && { claim: { fence: 7 } }) };
    }),
    append: vi.fn(async () => ({ outcome: 'appended', sequence: 2, turn: 1, turnsEnded: 0 })),
    saveStep: vi.fn(async () => true),
  };
  const persistence = new Persistence('a turn', new AbortController().signal);
  const unstored = { task, leaseMs: 1_000 };
  return {
    store,
    sink: new OpeningSink(store as unknown as TaskStore, unstored, persistence, () => undefined),
  };
}

const remark = { statusUpdate: { status: { state: 'TASK_STATE_WORKING' as const } } };

describe('OpeningSink', () => {
  it('stores the task once, whoever of many writes first', async () => {
    const { store, sink } = setUp();
    const steps = ['a', 'b', 'c'].map((step) => sink.saveStep(step, 1));
    const appended = sink.append([remark]);
    expect(await Promise.all(steps)).toEqual([true, true, true]);
    expect(await appended).toMatchObject({ outcome: 'appended' });
    expect(store.create).toHaveBeenCalledOnce();
    expect(store.append).toHaveBeenCalledWith(task.key, { fence: 7, batch: 1 }, [remark]);
  });

  it('writes nothing after an opening that has ended the turn', async () => {
    const { store, sink } = setUp(true);
    const [first, second] = [sink.append([remark]), sink.append([remark])];
    expect(await first).toMatchObject({ outcome: 'appended' });
    expect(await second).toEqual({ outcome: 'fenced' });
    expect(await sink.saveStep('a', 1)).toBe(false);
    expect(store.append).not.toHaveBeenCalled();
  });

  it('tells whoever waits for the task when there is none', async () => {
    const { sink } = setUp();
    sink.close();
    await expect(sink.opened).rejects.toThrow(/stopped before/);
  });
});
