import type { JobsOptions } from 'bullmq';
import type { TaskKey } from '../datastore/ports/index.js';

/** What a job says: which turn to look at. Everything else stands in the store. */
export interface TurnJob {
  readonly key: TaskKey;
  readonly turn: number;
}

const NAME = 'turn';
const FIRST_RETRY_MS = 1_000;

/**
 * The job of a turn. Its id tells re-queues apart, because a queue ignores an id that it has seen; the
 * claim, not the queue, is what keeps a turn from running twice.
 */
export function turnJob(
  { key, turn }: TurnJob,
  requeue: number,
  attempts: number,
): { name: string; data: TurnJob; opts: JobsOptions & { jobId: string } } {
  return {
    name: NAME,
    data: { key, turn },
    opts: {
      jobId: jobId(key, turn, requeue),
      attempts,
      backoff: { type: 'exponential', delay: FIRST_RETRY_MS },
      removeOnComplete: true,
      removeOnFail: true,
    },
  };
}

/** `<taskId>-<turn>-<requeue>` */
export function jobId({ taskId }: TaskKey, turn: number, requeue: number): string {
  return `${taskId}-${turn}-${requeue}`;
}
