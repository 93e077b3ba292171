import type { QueueBackend } from './queue-backend.js';
import type { TaskNotifications } from './task-notifications.js';
import type { TaskStore } from './task-store.js';

/** An open datastore: everything that an adapter offers, and its end. */
export interface Datastore {
  readonly tasks: TaskStore;
  readonly notifications: TaskNotifications;
  readonly queues: QueueBackend;
  /** true: this process is the only one that can reach the data (embedded). */
  readonly exclusive: boolean;
  /** Closes all connections, then the embedded server if there is one. Idempotent. */
  close(): Promise<void>;
}

/** The injection token of the {@link Datastore}. */
export const DATASTORE = Symbol('nest-a2a:Datastore');
