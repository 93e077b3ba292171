import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Queue, Worker } from 'bullmq';
import { DATASTORE, type Datastore } from '../../datastore/ports/index.js';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import { limitsOf } from '../../options/limits.js';
import { RESERVED_PREFIX } from '../../skills/registry/skill-definition.js';
import { Sweep } from './sweep.service.js';

const QUEUE = `${RESERVED_PREFIX}sweep`;
/** The schedule is stored; it is written again this often, in case it was lost with what stored it. */
const SCHEDULE_AGAIN_MS = 60_000;

/** Has the sweep run at an interval, in one process at a time. */
@Injectable()
export class Recovery {
  private readonly logger = new Logger(Recovery.name);
  private readonly sweepMs: number;
  private queue?: Queue;
  private worker?: Worker;
  private timer?: NodeJS.Timeout;

  constructor(
    @Inject(DATASTORE) private readonly datastore: Datastore,
    private readonly sweep: Sweep,
    @Inject(A2A_OPTIONS) options: A2AOptions,
  ) {
    this.sweepMs = limitsOf(options).sweepMs;
  }

  /** Sweeps at once, for whatever was under way when the last process ended, and takes part in the schedule. */
  async start(): Promise<void> {
    this.queue ??= this.datastore.queues.queue(QUEUE);
    this.worker ??= this.datastore.queues.worker(QUEUE, () => this.sweep.run());
    await this.schedule();
    this.timer ??= setInterval(() => void this.schedule(), SCHEDULE_AGAIN_MS).unref();
    // Not waited for: after a long outage there is much to look at, and the process should serve meanwhile.
    void this.sweep.run();
  }

  /** @returns when the sweep that runs is over */
  async close(): Promise<void> {
    clearInterval(this.timer);
    await Promise.allSettled([this.worker?.close(), this.sweep.close()]);
    await this.queue?.close();
  }

  private async schedule(): Promise<void> {
    const job = { name: 'sweep', opts: { removeOnComplete: true, removeOnFail: true } };
    try {
      await this.queue?.upsertJobScheduler('sweep', { every: this.sweepMs }, job);
    } catch (error) {
      this.logger.warn(`The sweep could not be scheduled; it is tried again: ${String(error)}`);
    }
  }
}
