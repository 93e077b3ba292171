import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DATASTORE, type Datastore } from '../datastore/ports/index.js';
import { ActiveTurns } from './active-turns.service.js';
import { Dispatcher } from './dispatcher.service.js';
import { Recovery } from './recovery.service.js';
import { Workers } from './workers.service.js';

/** How long running turns may go on after the process was told to stop. */
const SHUTDOWN_GRACE_MS = 10_000;

/**
 * The order in which the engine ends: workers while requests are still answered, then, after the last
 * request, the producers, and the datastore last. Turns that run get a grace period, then they are told to
 * stop and handed back.
 */
@Injectable()
export class EngineShutdown implements BeforeApplicationShutdown, OnApplicationShutdown {
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
    await this.recovery.close();
    await this.workers.close();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.dispatcher.close();
    clearTimeout(this.grace);
    await this.datastore.close();
  }
}
