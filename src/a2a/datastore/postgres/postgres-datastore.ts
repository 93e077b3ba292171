import { Logger } from '@nestjs/common';
import { DatastoreError } from '../datastore-error.js';
import { ErrorLog } from '../error-log.js';
import type { FolderContents } from '../contents/folder-contents.js';
import type { Datastore, TaskContents } from '../ports/index.js';
import { BullmqBackend } from './bullmq-backend.js';
import { ConnectionSettings, type PostgresAddress } from './connections/connection-settings.js';
import { openingError } from './connections/opening-error.js';
import { TaskPool } from './connections/task-pool.js';
import { migrateSchema } from './migrate-schema.js';
import { PostgresContents } from './postgres-contents.js';
import { PostgresDeliveries } from './postgres-deliveries.js';
import { PostgresNotifications } from './postgres-notifications.js';
import { PostgresSkillPresence } from './postgres-skill-presence.js';
import { PostgresTurnOrder } from './postgres-turn-order.js';
import { PostgresTaskStore } from './tasks/postgres-task-store.js';

/** A server that belongs to this process alone. */
export interface PrivateServer {
  /** @returns where it is; the same again when it runs already */
  start(): Promise<PostgresAddress>;
  /** Ends it, if it runs, after all connections are closed. */
  stop(): Promise<void>;
}

/** What {@link postgresDatastore} needs to know. */
export interface PostgresOptions {
  /** A server's URL, or one that is started when the datastore opens. */
  readonly server: string | PrivateServer;
  /** The agent's namespace. */
  readonly agent: string;
  /** Where contents are kept; the database unless set. */
  readonly folder?: FolderContents;
}

/**
 * A datastore on a PostgreSQL server.
 *
 * @throws DatastoreError if the URL is none
 */
export function postgresDatastore(options: PostgresOptions): Datastore {
  return new PostgresDatastore(options);
}

class PostgresDatastore implements Datastore {
  readonly exclusive: boolean;
  readonly tasks: PostgresTaskStore;
  readonly contents: TaskContents;
  readonly deliveries: PostgresDeliveries;
  readonly turnOrder: PostgresTurnOrder;
  readonly skillPresence: PostgresSkillPresence;
  readonly notifications: PostgresNotifications;
  readonly queues: BullmqBackend;

  private readonly errors: ErrorLog;
  private readonly pool: TaskPool;
  private readonly locate: () => Promise<ConnectionSettings>;
  private readonly closed = new AbortController();
  private opening?: Promise<void>;
  private closing?: Promise<void>;

  constructor(private readonly options: PostgresOptions) {
    const { server, agent } = options;
    const logger = new Logger('PostgreSQL');
    this.errors = new ErrorLog((line) => logger.warn(line));
    this.pool = new TaskPool(this.errors);
    this.notifications = new PostgresNotifications(this.errors);
    this.tasks = new PostgresTaskStore(this.pool, agent, this.notifications.announce);
    this.contents = options.folder ?? new PostgresContents(this.pool, agent);
    this.deliveries = new PostgresDeliveries(this.pool, agent);
    this.turnOrder = new PostgresTurnOrder(this.pool, agent);
    this.skillPresence = new PostgresSkillPresence(this.pool, agent);
    this.queues = new BullmqBackend(agent, this.errors);
    if (typeof server === 'string') {
      const settings = new ConnectionSettings(server, agent);
      this.exclusive = false;
      this.locate = () => Promise.resolve(settings);
    } else {
      this.exclusive = true;
      this.locate = async () => new ConnectionSettings(await server.start(), agent);
    }
  }

  async open(): Promise<void> {
    this.assertNotClosed();
    this.opening ??= this.connect().catch((error: unknown) => {
      this.opening = undefined;
      throw error;
    });
    await this.opening;
  }

  ping(): Promise<void> {
    return this.notifications.ping();
  }

  close(): Promise<void> {
    this.closed.abort();
    this.closing ??= this.disconnect();
    return this.closing;
  }

  private async connect(): Promise<void> {
    const settings = await this.locate();
    const interrupt = (): void => this.notifications.interrupt();
    this.closed.signal.addEventListener('abort', interrupt);
    try {
      await this.options.folder?.open();
      await migrateSchema(settings.with(), this.closed.signal);
      await this.notifications.open(settings);
      this.assertNotClosed();
    } catch (error) {
      await this.notifications.close();
      this.assertNotClosed();
      throw openingError(error, settings.describe());
    } finally {
      this.closed.signal.removeEventListener('abort', interrupt);
    }
    this.pool.open(settings);
    this.queues.open(settings);
  }

  private async disconnect(): Promise<void> {
    this.errors.silence();
    try {
      await this.opening?.catch(() => undefined);
      await this.queues.close();
      await this.pool.close();
      await this.notifications.close();
    } finally {
      if (typeof this.options.server !== 'string') await this.options.server.stop();
    }
  }

  private assertNotClosed(): void {
    if (this.closed.signal.aborted) {
      throw new DatastoreError('The datastore is closed: make a new one to open it again.');
    }
  }
}
