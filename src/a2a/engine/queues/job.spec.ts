import { describe, expect, it } from 'vitest';
import { turnJob } from './job.js';

const job = { key: { owner: 'o', taskId: 't' }, turn: 2 };

describe('turnJob', () => {
  it('is named by task, turn and requeue, in an id that a queue takes', () => {
    expect(turnJob(job, { requeue: 3, attempts: 5, place: 7 })).toMatchObject({
      data: { ...job, place: 7 },
      opts: { jobId: 't-2-3', attempts: 5, priority: 7 },
    });
  });

  it('keeps the priority within what a queue takes, and its place as it is', () => {
    const { data, opts } = turnJob(job, { requeue: 0, attempts: 1, place: 3_000_000 });
    expect(opts.priority).toBe(2_097_151);
    expect(data.place).toBe(3_000_000);
  });
});
