import { describe, expect, it } from 'vitest';
import { durationMs, idempotencyMsOf, maxAgesOf } from './retention.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

describe('durationMs', () => {
  it.each([
    ['90s', 90_000],
    ['1.5h', 5_400_000],
    ['30 days', 30 * DAY_MS],
  ])('reads %s', (text, expected) => expect(durationMs(text)).toBe(expected));

  it.each(['', '5', '-1h', '0s', '1 fortnight', 'soon', '1h 30m'])('refuses "%s"', (text) =>
    expect(durationMs(text)).toBeUndefined(),
  );
});

describe('retention', () => {
  it('keeps ended tasks for 30 days and open questions for 7 unless told otherwise', () => {
    expect(maxAgesOf({ retention: { completed: '1h', failed: 'off' } })).toEqual({
      TASK_STATE_COMPLETED: 3_600_000,
      TASK_STATE_CANCELED: 30 * DAY_MS,
      TASK_STATE_REJECTED: 30 * DAY_MS,
      TASK_STATE_INPUT_REQUIRED: 7 * DAY_MS,
      TASK_STATE_AUTH_REQUIRED: 7 * DAY_MS,
    });
  });

  it('names the setting that is wrong', () => {
    const retention = { rejected: 'soon' as 'off' };
    expect(() => maxAgesOf({ retention })).toThrow(/retention\.rejected .* "soon"/);
    expect(() => idempotencyMsOf({ idempotency: '12' })).toThrow(/idempotency .* "12"/);
  });
});

describe('idempotency', () => {
  it('is on for a day unless it is off', () => {
    expect(idempotencyMsOf({})).toBe(DAY_MS);
    expect(idempotencyMsOf({ idempotency: 'off' })).toBeUndefined();
  });
});
