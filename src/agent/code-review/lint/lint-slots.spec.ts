import { describe, expect, it } from 'vitest';
import { LintSlots } from './lint-slots.js';

const never = new AbortController().signal;

describe('LintSlots', () => {
  it('serves in order and never more than there are', async () => {
    const slots = new LintSlots(1);
    const served: string[] = [];
    expect(await slots.acquire(never)).toBe(true);
    const waiting = ['a', 'b'].map((name) => slots.acquire(never).then(() => served.push(name)));
    await Promise.resolve();
    expect(served).toEqual([]);
    slots.release();
    await waiting[0];
    expect(served).toEqual(['a']);
    slots.release();
    await waiting[1];
    expect(served).toEqual(['a', 'b']);
  });

  it('lets whoever aborts leave the queue without a slot', async () => {
    const slots = new LintSlots(1);
    await slots.acquire(never);
    const gone = new AbortController();
    const first = slots.acquire(gone.signal);
    const second = slots.acquire(never);
    gone.abort();
    expect(await first).toBe(false);
    slots.release();
    expect(await second).toBe(true);
    expect(await slots.acquire(AbortSignal.abort())).toBe(false);
  });
});
