import type { Processor, Queue, QueueOptions, Worker, WorkerOptions } from 'bullmq';

/** Settings of a queue that are not the connection's. */
export type QueueSettings = Omit<QueueOptions, 'connection' | 'prefix'>;

/** Settings of a worker that are not the connection's. */
export type WorkerSettings = Omit<WorkerOptions, 'connection' | 'prefix'>;

/**
 * BullMQ bound to the datastore. What it hands out is closed by whoever asked for it, before the datastore
 * closes.
 */
export interface QueueBackend {
  /** A producer whose connection fails fast: a task is accepted once it is stored. */
  queue<T>(name: string, settings?: QueueSettings): Queue<T>;

  /** A consumer whose connection retries for ever. */
  worker<T>(name: string, processor: Processor<T>, settings?: WorkerSettings): Worker<T>;

  /**
   * Compares what these workers will need with what the server grants.
   *
   * @throws DatastoreError saying what to raise or lower
   */
  checkCapacity(workers: number): Promise<void>;
}
