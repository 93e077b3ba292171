import type { JobsOptions } from 'bullmq';
import { STORED_FORMAT, type TaskKey } from '../../datastore/ports/index.js';

/** What a job says: which turn to look at. Everything else stands in the store. */
export interface TurnJob {
  readonly key: TaskKey;
  readonly turn: number;
}

/** A {@link TurnJob} as it lies in a queue. */
export interface StoredJob extends TurnJob {
  readonly format: number;
  /** Its place among the turns of all owners; absent: next. */
  readonly place?: number;
}

const NAME = 'turn';
const FIRST_RETRY_MS = 1_000;

/** The last place that a queue tells apart; from there on turns run in the order they came. */
const MAX_PRIORITY = 2 ** 21 - 1;

/**
 * The job of a turn. Its id tells re-queues apart, because a queue ignores an id that it has seen; the
 * claim, not the queue, is what keeps a turn from running twice.
 *
 * @param place its place in the queue, 1 being the next
 */
export function turnJob(
  { key, turn }: TurnJob,
  { requeue, attempts, place }: { requeue: number; attempts: number; place: number },
): { name: string; data: StoredJob; opts: JobsOptions & { jobId: string } } {
  return {
    name: NAME,
    data: { key, turn, format: STORED_FORMAT, place },
    opts: {
      jobId: jobId(key, turn, requeue),
      attempts,
      priority: Math.min(place, MAX_PRIORITY),
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

/** Whether a newer version of this program has queued the job, which alone may run it. */
export function isNewer({ format }: StoredJob): boolean {
  return format > STORED_FORMAT;
}
