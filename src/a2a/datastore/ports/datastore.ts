import type { Deliveries } from './deliveries.js';
import type { QueueBackend } from './queue-backend.js';
import type { SkillPresence } from './skill-presence.js';
import type { TaskContents } from './task-contents.js';
import type { TaskNotifications } from './task-notifications.js';
import type { TaskStore } from './task-store.js';
import type { TurnOrder } from './turn-order.js';

/** A datastore: everything that an adapter offers, its beginning and its end. */
export interface Datastore {
  readonly tasks: TaskStore;
  readonly contents: TaskContents;
  readonly deliveries: Deliveries;
  readonly notifications: TaskNotifications;
  readonly queues: QueueBackend;
  readonly turnOrder: TurnOrder;
  readonly skillPresence: SkillPresence;
  /** true: this process is the only one that can reach the data (embedded). */
  readonly exclusive: boolean;

  /**
   * Connects, checks the server, and brings what is stored up to date. Until then everything else rejects. May
   * be called again after it failed. Later outages need no call: connections come back by themselves.
   *
   * @throws DatastoreUnavailable when the server can not be reached or is not ready: trying again may help
   * @throws DatastoreError when the server or its data can not be used as configured
   */
  open(): Promise<void>;

  /** Asks the server for a sign of life. @throws if there is none in time */
  ping(): Promise<void>;

  /** Closes all connections, then the embedded server if there is one. Idempotent; ends an `open` under way. */
  close(): Promise<void>;
}

/** The injection token of the {@link Datastore}. */
export const DATASTORE = Symbol('nest-a2a:Datastore');
