import { describe, expect, it, vi } from 'vitest';
import { DatastoreUnavailable } from '../../../datastore/datastore-error.js';
import { Persistence } from './persistence.js';

const away = () => new DatastoreUnavailable('away');

describe('Persistence', () => {
  it('tries again while the store is away, and tells that it waits', async () => {
    const persistence = new Persistence('a turn', new AbortController().signal);
    const work = vi.fn(async () => 'stored');
    work.mockRejectedValueOnce(away()).mockRejectedValueOnce(away());
    const stored = persistence.write(work);
    await vi.waitFor(() => expect(persistence.stalled).toBe(true));
    expect(await stored).toBe('stored');
    expect(persistence.stalled).toBe(false);
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('does not try again what the store refuses', async () => {
    const work = vi.fn(async () => Promise.reject(new Error('too large')));
    await expect(new Persistence('a turn', new AbortController().signal).write(work)).rejects.toThrow(
      'too large',
    );
    expect(work).toHaveBeenCalledOnce();
  });

  it('gives up when the turn may write no more', async () => {
    const ended = new AbortController();
    const work = vi.fn(async () => Promise.reject(away()));
    const stored = new Persistence('a turn', ended.signal).write(work);
    await vi.waitFor(() => expect(work).toHaveBeenCalled());
    ended.abort();
    await expect(stored).rejects.toThrow('away');
  });
});
