import { describe, expect, it, vi } from 'vitest';
import { DatastoreError, DatastoreUnavailable } from '../datastore-error.js';
import { DeferredStarts } from './deferred-starts.js';

const DEADLINE = { timeout: 10_000, interval: 5 };

describe('DeferredStarts', () => {
  it('starts nothing before it may, then everything in its order', async () => {
    const starts = new DeferredStarts(() => undefined);
    const seen: string[] = [];
    await starts.add(async () => {
      await Promise.resolve();
      seen.push('one');
    });
    await starts.add(() => seen.push('two'));
    expect(seen).toEqual([]);
    starts.begin();
    await starts.add(() => seen.push('three'));
    expect(seen).toEqual(['one', 'two', 'three']);
  });

  it('keeps nobody waiting for an outage, and tries again before it goes on', async () => {
    const starts = new DeferredStarts(() => undefined);
    starts.begin();
    const seen: string[] = [];
    let fails = true;
    await starts.add(() => {
      seen.push('first');
      if (fails) throw new DatastoreUnavailable('away');
    });
    fails = false;
    await starts.add(() => seen.push('second'));
    await vi.waitFor(() => expect(seen).toEqual(['first', 'first', 'second']), DEADLINE);
  });

  it('gives an error that no further try can mend to who waits', async () => {
    const failed: Error[] = [];
    const starts = new DeferredStarts((error) => failed.push(error));
    starts.begin();
    const refused = starts.add(() => {
      throw new DatastoreError('too few connections');
    });
    await expect(refused).rejects.toThrow('too few connections');
    expect(failed).toEqual([]);
  });

  it('reports such an error when nobody waits', async () => {
    const failed: Error[] = [];
    const starts = new DeferredStarts((error) => failed.push(error));
    await starts.add(() => {
      throw new DatastoreError('too few connections');
    });
    starts.begin();
    await vi.waitFor(() => expect(failed).toEqual([new DatastoreError('too few connections')]), DEADLINE);
  });

  it('starts nothing after its end, which waits for the start that runs', async () => {
    const starts = new DeferredStarts(() => undefined);
    const seen: string[] = [];
    let finish: () => void = () => undefined;
    await starts.add(async () => {
      await new Promise<void>((resolve) => (finish = resolve));
      seen.push('one');
    });
    await starts.add(() => seen.push('two'));
    starts.begin();
    await vi.waitFor(() => expect(finish.name).not.toBe('finish'), DEADLINE);
    const ended = starts.end();
    finish();
    await ended;
    await starts.add(() => seen.push('three'));
    expect(seen).toEqual(['one']);
  });
});
