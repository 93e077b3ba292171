import { describe, expect, it } from 'vitest';
import { type Limits, limitsOf } from './limits.js';

const withLimits = (limits: Partial<Limits>) => limitsOf({ limits });

describe('limitsOf', () => {
  it('fills in what is not set, also when it is undefined', () => {
    expect(withLimits({ leaseMs: 1_000, sweepMs: undefined })).toMatchObject({
      leaseMs: 1_000,
      sweepMs: 5_000,
    });
  });

  it.each([{ heartbeatMs: 20_000 }, { heartbeatMs: 0 }, { leaseMs: Number.NaN }, { maxBodyBytes: 1.5 }])(
    'refuses %j, naming it',
    (limits) => {
      expect(() => withLimits(limits)).toThrow(`limits.${Object.keys(limits)[0]}`);
    },
  );
});
