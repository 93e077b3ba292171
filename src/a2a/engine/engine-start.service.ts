import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DatastoreLifecycle } from '../datastore/lifecycle/datastore-lifecycle.service.js';
import { DATASTORE, type Datastore, TASK_STORE, type TaskStore } from '../datastore/ports/index.js';
import { A2A_OPTIONS, type A2AOptions } from '../options/a2a-options.js';
import { SkillQueues } from './queues/skill-queues.service.js';
import { Workers } from './queues/workers.service.js';
import { Recovery } from './recovery/recovery.service.js';
import { SkillAnnouncer } from './recovery/skill-announcer.service.js';

/** The sweep has a worker of its own. */
const SWEEP_WORKERS = 1;

/** The order in which the engine begins, once the datastore is open. */
@Injectable()
export class EngineStart implements OnApplicationBootstrap {
  constructor(
    private readonly lifecycle: DatastoreLifecycle,
    @Inject(DATASTORE) private readonly datastore: Datastore,
    @Inject(TASK_STORE) private readonly store: TaskStore,
    private readonly queues: SkillQueues,
    private readonly announcer: SkillAnnouncer,
    private readonly workers: Workers,
    private readonly recovery: Recovery,
    @Inject(A2A_OPTIONS) private readonly options: A2AOptions,
  ) {}

  /** @throws DatastoreError if the server grants too few connections for the skills of this agent */
  async onApplicationBootstrap(): Promise<void> {
    await this.lifecycle.whenOpen(() => this.start());
  }

  /** May be called again after it failed half-way. */
  private async start(): Promise<void> {
    const works = this.options.role !== 'api';
    this.queues.open();
    await this.announcer.start();
    if (!works) {
      return;
    }
    await this.datastore.queues.checkCapacity(this.workers.count + SWEEP_WORKERS);
    if (this.datastore.exclusive) {
      // Whoever held leases in a store of our own is gone.
      await this.store.expireLeases();
    }
    this.workers.start();
    await this.recovery.start();
  }
}
