import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DATASTORE, type Datastore } from '../datastore/ports/index.js';
import { Dispatcher } from './dispatcher.service.js';
import { Recovery } from './recovery.service.js';
import { Workers } from './workers.service.js';

/**
 * The order in which the engine ends: workers while requests are still answered, then, after the last
 * request, the producers, and the datastore last.
 */
@Injectable()
export class EngineShutdown implements BeforeApplicationShutdown, OnApplicationShutdown {
  constructor(
    private readonly workers: Workers,
    private readonly recovery: Recovery,
    private readonly dispatcher: Dispatcher,
    @Inject(DATASTORE) private readonly datastore: Datastore,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    await this.recovery.close();
    await this.workers.close();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.dispatcher.close();
    await this.datastore.close();
  }
}
