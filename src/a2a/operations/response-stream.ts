import type { StreamResponse } from '../protocol/index.js';

/** One event of a stream. */
export interface StreamEvent {
  /** The sequence number in the task's log, by which a reader resumes; absent for a direct message. */
  readonly id?: number;
  readonly response: StreamResponse;
}

/** The end of a stream that is no end of its task. */
export interface StreamBreak {
  /** After this long its reader should come back, in milliseconds. */
  readonly comeBackMs: number;
}

/**
 * A stream whose request has been checked and whose first event is at hand. Events are read from the log
 * only as fast as the consumer takes them; aborting the signal frees the reader at once. The consumer aborts it
 * in any case when it is done: the stream's place among those of the process is free only then.
 */
export type ResponseStream = (signal: AbortSignal) => AsyncIterable<StreamEvent | StreamBreak>;
