import { Cluster } from 'ioredis';
import type { FolderContents } from '../contents/folder-contents.js';
import { noContents } from '../contents/no-contents.js';
import { DatastoreError } from '../datastore-error.js';
import { ErrorLog } from '../error-log.js';
import type { Datastore, TaskContents } from '../ports/index.js';
import { checkFormat, checkServer } from './connection/boot-checks.js';
import { ClientFactory, type RedisClient } from './connection/clients.js';
import { connect } from './connection/connect.js';
import { describeRedis, parseRedisAddress, type RedisAddress } from './connection/redis-address.js';
import { RedisCommands } from './connection/redis-commands.js';
import { explained } from './connection/redis-errors.js';
import { RedisDeliveries } from './redis-deliveries.js';
import { RedisNotifications } from './redis-notifications.js';
import { RedisQueues } from './redis-queues.js';
import { RedisSkillPresence } from './redis-skill-presence.js';
import { RedisTurnOrder } from './redis-turn-order.js';
import { AgentKeys } from './task-keys.js';
import { RedisTaskStore } from './tasks/redis-task-store.js';

/** What {@link redisDatastore} needs to know. */
export interface RedisOptions {
  /** `redis://`, `rediss://`, `redis+sentinel://` or `redis+cluster://`. */
  readonly url: string;
  /** The agent's namespace. */
  readonly agent: string;
  /** How many replicas must have what was written before a write counts as stored; 0 if not given. */
  readonly waitReplicas?: number;
  /** Where contents are kept; nowhere unless set. */
  readonly folder?: FolderContents;
  /** Told what whoever starts the agent should know, and later of lost connections. */
  readonly warn: (line: string) => void;
}

/**
 * A datastore on Redis: a server, one that sentinels know, or a cluster.
 *
 * @throws DatastoreError if the URL is none, or replicas are to be waited for on a cluster
 */
export function redisDatastore(options: RedisOptions): Datastore {
  return new RedisDatastore(options);
}

class RedisDatastore implements Datastore {
  readonly exclusive = false;
  readonly tasks: RedisTaskStore;
  readonly contents: TaskContents;
  readonly deliveries: RedisDeliveries;
  readonly turnOrder: RedisTurnOrder;
  readonly skillPresence: RedisSkillPresence;
  readonly notifications: RedisNotifications;
  readonly queues: RedisQueues;

  private readonly address: RedisAddress;
  private readonly server: string;
  private readonly clients: ClientFactory;
  private readonly errors: ErrorLog;
  private readonly keys: AgentKeys;
  private readonly commands: RedisCommands;
  private readonly connecting = new Set<RedisClient>();
  private opening?: Promise<void>;
  private closed = false;

  constructor(private readonly options: RedisOptions) {
    const { url, agent, waitReplicas = 0, warn } = options;
    this.address = parseRedisAddress(url);
    this.server = describeRedis(this.address);
    if (waitReplicas > 0 && this.address.kind === 'cluster') {
      throw new DatastoreError(
        'REDIS_WAIT_REPLICAS does not work with a cluster: there one WAIT would hold up every write to a node. Unset ' +
          'it, or use redis:// or redis+sentinel://.',
      );
    }
    this.clients = new ClientFactory(this.address, agent);
    this.errors = new ErrorLog(warn);
    this.keys = new AgentKeys(agent);
    this.commands = new RedisCommands(waitReplicas);
    this.notifications = new RedisNotifications(this.keys, this.errors);
    this.contents = options.folder ?? noContents;
    this.deliveries = new RedisDeliveries(this.commands, this.keys);
    this.turnOrder = new RedisTurnOrder(this.commands, this.keys);
    this.skillPresence = new RedisSkillPresence(this.commands, this.keys);
    this.queues = new RedisQueues(agent, this.errors);
    this.tasks = new RedisTaskStore(
      this.commands,
      this.keys,
      this.deliveries,
      this.notifications,
      this.errors,
    );
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
    return this.commands.ping();
  }

  async close(): Promise<void> {
    this.closed = true;
    this.errors.silence();
    for (const client of this.connecting) client.disconnect();
    await this.opening?.catch(() => undefined);
    this.queues.close();
    this.notifications.close();
    this.commands.close();
  }

  private async connect(): Promise<void> {
    const commands = this.clients.commands();
    const producer = this.clients.producer();
    const subscriber = commands instanceof Cluster ? commands : this.clients.subscriber();
    for (const client of [commands, producer, subscriber]) this.connecting.add(client);
    try {
      await this.options.folder?.open();
      await connect(commands, this.server);
      const { address, server, options } = this;
      await checkServer({ client: commands, address, server, warn: options.warn });
      await checkFormat({ client: commands, key: this.keys.format(), server, warn: options.warn });
      const others = [producer, subscriber].filter((client) => client !== commands);
      await Promise.all(others.map((client) => connect(client, this.server)));
      this.assertNotClosed();
    } catch (error) {
      for (const client of this.connecting) client.disconnect();
      this.assertNotClosed();
      throw explained(error, this.server);
    } finally {
      this.connecting.clear();
    }
    this.listen(commands, 'commands');
    this.listen(producer, 'queues');
    if (subscriber !== commands) this.listen(subscriber, 'wake-ups');
    this.commands.open(commands, this.server);
    this.notifications.open(subscriber);
    this.queues.open(producer, this.clients);
  }

  private listen(client: RedisClient, purpose: string): void {
    const onError = this.errors.of(`Redis, connection for ${purpose}`);
    client.on('error', onError);
    if (client instanceof Cluster) client.on('node error', onError);
  }

  private assertNotClosed(): void {
    if (this.closed) throw new DatastoreError('The datastore is closed: make a new one to open it again.');
  }
}
