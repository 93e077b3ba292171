import { describe, expect, it, vi } from 'vitest';
import type { HeldClaim, TaskNotifications, TaskStore } from '../datastore/ports/index.js';
import type { A2AOptions } from '../options/a2a-options.js';
import { ActiveTurns } from './active-turns.service.js';

const key = { owner: 'o', taskId: 't' };

function setUp(lost: (claims: readonly HeldClaim[]) => readonly HeldClaim[]) {
  const renew = vi.fn(async (claims: readonly HeldClaim[]) => lost(claims));
  const notifications: TaskNotifications = { subscribe: () => () => undefined };
  const options = { limits: { leaseMs: 30 } } as A2AOptions;
  return { renew, turns: new ActiveTurns({ renew } as unknown as TaskStore, notifications, options) };
}

describe('ActiveTurns', () => {
  it('stops the attempt whose claim is lost, and not the newer one at the same task', async () => {
    const { turns } = setUp((claims) => claims.filter(({ fence }) => fence === 1));
    const [stale, valid] = [turns.enter(key), turns.enter(key)];
    stale.hold(1);
    valid.hold(2);
    await vi.waitFor(() => expect(stale.signal.aborted).toBe(true));
    expect(valid.signal.aborted).toBe(false);
    stale.leave();
    valid.leave();
  });

  it('stops turns that begin after all were told to stop', () => {
    const { turns } = setUp(() => []);
    turns.stopAll('shutdown');
    expect(turns.enter(key).signal.aborted).toBe(true);
  });
});
