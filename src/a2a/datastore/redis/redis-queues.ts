import { Queue, type Processor, Worker } from 'bullmq';
import { DatastoreError, DatastoreUnavailable } from '../datastore-error.js';
import type { ErrorLog } from '../error-log.js';
import type { QueueBackend, QueueSettings, WorkerSettings } from '../ports/index.js';
import type { ClientFactory, RedisClient } from './connection/clients.js';
import { mastersOf } from './connection/connect.js';
import { encodedName } from '../encoded-name.js';

/** Connections of a process to each server: commands, wake-ups, producers; and two for each worker. */
const CONNECTIONS = { shared: 3, perWorker: 2 } as const;

interface Opened {
  readonly producer: RedisClient;
  readonly clients: ClientFactory;
}

/**
 * BullMQ on Redis. All keys of a queue share a hash tag of their own, so that queues spread over a cluster.
 */
export class RedisQueues implements QueueBackend {
  private opened?: Opened;
  private readonly workers = new Set<RedisClient>();

  /** @param agent the namespace: agents that share a server have queues of their own */
  constructor(
    private readonly agent: string,
    private readonly errors: ErrorLog,
  ) {}

  /**
   * Allows queues and workers from now on.
   *
   * @param producer is connected, is shared by all queues, and will be closed with this
   */
  open(producer: RedisClient, clients: ClientFactory): void {
    // Each queue listens to the connection that they share.
    producer.setMaxListeners(0);
    this.opened = { producer, clients };
  }

  queue<T>(name: string, settings: QueueSettings = {}): Queue<T> {
    const queue = new Queue<T>(encodedName(name), {
      ...settings,
      prefix: this.prefix(name),
      connection: this.connections.producer,
      // The boot has looked at the server, and an outage must not make a queue wait for it.
      skipVersionCheck: true,
      skipWaitingForReady: true,
    });
    queue.on('error', this.errors.of(`queue ${name}`));
    return queue;
  }

  worker<T>(name: string, processor: Processor<T>, settings: WorkerSettings = {}): Worker<T> {
    const client = this.connections.clients.worker();
    this.workers.add(client);
    const worker = new Worker<T>(encodedName(name), processor, {
      ...settings,
      prefix: this.prefix(name),
      connection: client,
    });
    const onError = this.errors.of(`worker of queue ${name}`);
    worker.on('error', onError);
    // BullMQ no longer listens when the worker is closed, and leaves the client to whoever made it.
    client.on('error', () => undefined);
    worker.on('closed', () => {
      this.workers.delete(client);
      client.disconnect();
    });
    return worker;
  }

  async checkCapacity(workers: number): Promise<void> {
    const { producer } = this.connections;
    const needed = CONNECTIONS.shared + CONNECTIONS.perWorker * workers;
    for (const node of mastersOf(producer)) {
      const info = await node.info('clients').catch(() => '');
      const granted = Number(/^maxclients:(\d+)/m.exec(info)?.[1] ?? Infinity);
      const inUse = Number(/^connected_clients:(\d+)/m.exec(info)?.[1] ?? 0);
      // Those of this process that are there already are counted among those in use.
      if (needed > granted - inUse + CONNECTIONS.shared) {
        throw new DatastoreError(
          `${workers} workers in this process need up to ${needed} connections to Redis (${CONNECTIONS.shared} + ` +
            `${CONNECTIONS.perWorker} for each worker), but the server grants ${granted}, of which ${inUse} are in use. ` +
            `Set maxclients in redis.conf to at least ${needed + inUse}, or let this process work on fewer skills.`,
        );
      }
    }
  }

  /** Closes the connections that are not BullMQ's own; queues and workers must be closed before. */
  close(): void {
    for (const client of this.workers) client.disconnect();
    this.opened?.producer.disconnect();
    this.opened = undefined;
  }

  private get connections(): Opened {
    if (this.opened !== undefined) return this.opened;
    throw new DatastoreUnavailable(
      'The datastore is not open: make queues and workers after open() has ended, and before close().',
    );
  }

  private prefix(name: string): string {
    return `{a2a-${encodedName(this.agent)}.${encodedName(name)}}`;
  }
}
