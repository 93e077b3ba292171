import { Global, Logger, Module } from '@nestjs/common';
import { A2A_OPTIONS, type A2AOptions } from '../options/a2a-options.js';
import { DatastoreHealth } from './lifecycle/datastore-health.service.js';
import { DatastoreLifecycle } from './lifecycle/datastore-lifecycle.service.js';
import { datastoreFor } from './open-datastore.js';
import { DATASTORE, type Datastore, DELIVERIES, TASK_NOTIFICATIONS, TASK_STORE } from './ports/index.js';

/** The datastore that the options name. It is opened at boot, or as soon as it is there. */
@Global()
@Module({
  providers: [
    {
      provide: DATASTORE,
      inject: [A2A_OPTIONS],
      useFactory: ({ datastore, agent }: A2AOptions): Datastore => {
        const logger = new Logger('Datastore');
        return datastoreFor({
          ...datastore,
          name: agent.name,
          warn: (line) => logger.warn(line),
          onUnexpectedExit: () =>
            logger.error(
              'The private PostgreSQL server has ended by itself. Restart the agent; no task is lost.',
            ),
        });
      },
    },
    { provide: TASK_STORE, inject: [DATASTORE], useFactory: ({ tasks }: Datastore) => tasks },
    { provide: DELIVERIES, inject: [DATASTORE], useFactory: ({ deliveries }: Datastore) => deliveries },
    {
      provide: TASK_NOTIFICATIONS,
      inject: [DATASTORE],
      useFactory: ({ notifications }: Datastore) => notifications,
    },
    DatastoreLifecycle,
    DatastoreHealth,
  ],
  exports: [DATASTORE, TASK_STORE, DELIVERIES, TASK_NOTIFICATIONS, DatastoreLifecycle, DatastoreHealth],
})
export class DatastoreModule {}
