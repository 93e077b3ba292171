import { Global, Logger, Module } from '@nestjs/common';
import { A2A_OPTIONS, type A2AOptions } from '../options/a2a-options.js';
import { openDatastore } from './open-datastore.js';
import { DATASTORE, type Datastore, TASK_NOTIFICATIONS, TASK_STORE } from './ports/index.js';

/** Opens the datastore at boot. The engine closes it, last of all. */
@Global()
@Module({
  providers: [
    {
      provide: DATASTORE,
      inject: [A2A_OPTIONS],
      useFactory: ({ datastore, agent }: A2AOptions): Promise<Datastore> => {
        const logger = new Logger('Datastore');
        return openDatastore({
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
    {
      provide: TASK_NOTIFICATIONS,
      inject: [DATASTORE],
      useFactory: ({ notifications }: Datastore) => notifications,
    },
  ],
  exports: [DATASTORE, TASK_STORE, TASK_NOTIFICATIONS],
})
export class DatastoreModule {}
