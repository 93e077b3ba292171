import { Global, Logger, Module } from '@nestjs/common';
import { A2A_OPTIONS, type A2AOptions } from '../options/a2a-options.js';
import { ARTIFACT_PATH } from '../options/artifact-options.js';
import { NO_PLACE, noContents } from './contents/no-contents.js';
import { DatastoreHealth } from './lifecycle/datastore-health.service.js';
import { DatastoreLifecycle } from './lifecycle/datastore-lifecycle.service.js';
import { datastoreFor } from './open-datastore.js';
import {
  DATASTORE,
  type Datastore,
  DELIVERIES,
  TASK_CONTENTS,
  TASK_NOTIFICATIONS,
  TASK_STORE,
} from './ports/index.js';
import { publicTasks } from './public-tasks.js';

/** The datastore that the options name. It is opened at boot, or as soon as it is there. */
@Global()
@Module({
  providers: [
    {
      provide: DATASTORE,
      inject: [A2A_OPTIONS],
      useFactory: ({ datastore, agent, artifacts }: A2AOptions): Datastore => {
        const logger = new Logger('Datastore');
        const made = datastoreFor({
          ...datastore,
          artifactFolder: artifacts?.folder,
          name: agent.name,
          warn: (line) => logger.warn(line),
          onUnexpectedExit: () =>
            logger.error(
              'The private PostgreSQL server has ended by itself. Restart the agent; no task is lost.',
            ),
        });
        if (made.contents === noContents) logger.warn(NO_PLACE);
        return made;
      },
    },
    {
      provide: TASK_STORE,
      inject: [DATASTORE, A2A_OPTIONS, ARTIFACT_PATH],
      useFactory: ({ tasks }: Datastore, { publicUrl }: A2AOptions, path: string) =>
        publicTasks(tasks, `${publicUrl}${path}`),
    },
    { provide: TASK_CONTENTS, inject: [DATASTORE], useFactory: ({ contents }: Datastore) => contents },
    { provide: DELIVERIES, inject: [DATASTORE], useFactory: ({ deliveries }: Datastore) => deliveries },
    {
      provide: TASK_NOTIFICATIONS,
      inject: [DATASTORE],
      useFactory: ({ notifications }: Datastore) => notifications,
    },
    DatastoreLifecycle,
    DatastoreHealth,
  ],
  exports: [
    DATASTORE,
    TASK_STORE,
    TASK_CONTENTS,
    DELIVERIES,
    TASK_NOTIFICATIONS,
    DatastoreLifecycle,
    DatastoreHealth,
  ],
})
export class DatastoreModule {}
