import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DATASTORE, type Datastore } from '../datastore/ports/index.js';
import { ActiveTurns } from './active-turns.service.js';
import { Dispatcher } from './dispatcher.service.js';
import { Recovery } from './recovery.service.js';
import { Workers } from './workers.service.js';

/** How long running turns may go on after the process was told to stop. */
const SHUTDOWN_GRACE_MS = 10_000;
/** After the grace period, handlers have some seconds to heed their signal. */
const WORK_MS = SHUTDOWN_GRACE_MS + 7_000;
const CLOSE_MS = 10_000;

/**
 * The order in which the engine ends: workers while requests are still answered, then, after the last
 * request, the producers, and the datastore last. Turns that run get a grace period, then they are told to
 * stop and handed back.
 */
@Injectable()
export class EngineShutdown implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger(EngineShutdown.name);
  private grace?: NodeJS.Timeout;

  constructor(
    private readonly activeTurns: ActiveTurns,
    private readonly workers: Workers,
    private readonly recovery: Recovery,
    private readonly dispatcher: Dispatcher,
    @Inject(DATASTORE) private readonly datastore: Datastore,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    this.grace = setTimeout(() => this.activeTurns.stopAll('shutdown'), SHUTDOWN_GRACE_MS);
    await this.within(WORK_MS, 'Turns that run', async () => {
      await this.recovery.close();
      await this.workers.close();
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.within(CLOSE_MS, 'Connections to the datastore', async () => {
      await this.dispatcher.close();
      clearTimeout(this.grace);
      await this.datastore.close();
    });
  }

  /** A store that does not answer must not keep the process; what is left open, recovery finds. */
  private async within(ms: number, what: string, work: () => Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.logger.warn(`${what} could not be ended within ${ms} ms; ending without.`);
        resolve();
      }, ms);
    });
    try {
      await Promise.race([work(), deadline]);
    } finally {
      clearTimeout(timer);
    }
  }
}
