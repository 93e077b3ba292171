import { Cluster, Redis } from 'ioredis';
import { encodedName } from '../../encoded-name.js';
import type { RedisAddress } from './redis-address.js';
import { SCRIPTS } from './scripts.js';

export type RedisClient = Redis | Cluster;

/** What a script is called among a client's commands, of which some have the same names. */
export function commandOf(script: string): string {
  return `a2a:${script}`;
}

/** Commands of ours that take longer than this have failed. */
const COMMAND_TIMEOUT_MS = 5_000;

/** An outage must not hold whoever hands a turn to a queue: the sweep will do it again. */
const ENQUEUE_TIMEOUT_MS = 2_000;

const CONNECT_TIMEOUT_MS = 3_000;

/** A connection on which answers are owed and nothing comes is taken for dead. */
const SILENCE_MS = 10_000;

const TRY_AGAIN_MS = 100;

const LONGEST_RETRY_MS = 1_000;

/** Half of it is left to chance, so that processes that lost the same server do not come back at one moment. */
function retryMs(attempts: number): number {
  const fullMs = Math.min(50 * 2 ** Math.min(attempts, 10), LONGEST_RETRY_MS);
  return fullMs * (0.5 + Math.random() / 2);
}

function keepName(name: string, callback: (error: null, address: string) => void): void {
  callback(null, name);
}

/** After a failover the server may have become a replica: another one must be found. */
function isDemoted(error: Error): boolean {
  return error.message.includes('READONLY');
}

/** Rejects what can not be sent now, instead of keeping it for who knows when. */
class FailFastCluster extends Cluster {
  override sendCommand(...args: Parameters<Cluster['sendCommand']>): unknown {
    const [command] = args;
    if (this.status === 'ready' || command.name === 'cluster') {
      return super.sendCommand(...args);
    }
    command.reject(new Error('Connection is closed.'));
    return command.promise;
  }
}

/** Makes the clients of one process. Each is made again for each try to connect: one that was ended is no good. */
export class ClientFactory {
  private readonly name: string;

  constructor(
    private readonly address: RedisAddress,
    agent: string,
  ) {
    this.name = `nest-a2a-${encodedName(agent)}`;
  }

  /** For all that is not mentioned below: a command fails soon, and is sent once or not at all. */
  commands(): RedisClient {
    const scripts = Object.fromEntries(
      Object.entries(SCRIPTS).map(([name, lua]) => [commandOf(name), { lua }]),
    );
    if (this.address.kind === 'cluster') {
      return new FailFastCluster([...this.address.nodes], {
        ...this.clusterOptions('commands', COMMAND_TIMEOUT_MS),
        scripts,
        // Nobody waits for the first watcher's connection.
        redisOptions: { ...this.common('commands'), commandTimeout: COMMAND_TIMEOUT_MS, lazyConnect: false },
        shardedSubscribers: true,
      });
    }
    return new Redis({
      ...this.failFast('commands', COMMAND_TIMEOUT_MS),
      scripts,
      enableAutoPipelining: true,
    });
  }

  /** For queues. */
  producer(): RedisClient {
    if (this.address.kind === 'cluster') {
      return new FailFastCluster([...this.address.nodes], this.clusterOptions('queues', ENQUEUE_TIMEOUT_MS));
    }
    return new Redis(this.failFast('queues', ENQUEUE_TIMEOUT_MS));
  }

  /** For wake-ups, where there is one server for all: it comes back for ever, and subscribes again by itself. */
  subscriber(): Redis {
    return new Redis({
      ...this.single('wake-ups'),
      lazyConnect: true,
      maxRetriesPerRequest: null,
      commandTimeout: COMMAND_TIMEOUT_MS,
    });
  }

  /** For one worker, for which BullMQ copies it once: it retries for ever. */
  worker(): RedisClient {
    if (this.address.kind === 'cluster') {
      return new Cluster([...this.address.nodes], {
        ...this.clusterOptions('worker'),
        lazyConnect: false,
        redisOptions: { ...this.common('worker'), maxRetriesPerRequest: null },
      });
    }
    return new Redis({ ...this.single('worker'), maxRetriesPerRequest: null });
  }

  private failFast(purpose: string, commandTimeoutMs: number) {
    return {
      ...this.single(purpose),
      lazyConnect: true,
      commandTimeout: commandTimeoutMs,
      socketTimeout: SILENCE_MS,
      enableOfflineQueue: false,
      // What was under way when the connection broke may have been done: it is not sent a second time.
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
    };
  }

  private single(purpose: string) {
    const { kind, nodes, master, database, tls } = this.address;
    const [node] = nodes;
    return {
      ...this.common(purpose),
      ...(kind === 'sentinel'
        ? {
            sentinels: [...nodes],
            name: master,
            sentinelRetryStrategy: retryMs,
            ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
          }
        : node),
      db: database,
      retryStrategy: retryMs,
      reconnectOnError: isDemoted,
    };
  }

  private clusterOptions(purpose: string, commandTimeoutMs?: number) {
    return {
      lazyConnect: true,
      // Certificates are of names, not of addresses.
      ...(this.address.tls && { dnsLookup: keepName }),
      clusterRetryStrategy: retryMs,
      // 0: as with one server, what was under way is not sent a second time.
      retryDelayOnFailover: 0,
      slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
      // As long as a slot is being moved, and no longer than a command may take.
      maxRedirections: (2 * COMMAND_TIMEOUT_MS) / TRY_AGAIN_MS,
      retryDelayOnTryAgain: TRY_AGAIN_MS,
      retryDelayOnClusterDown: TRY_AGAIN_MS,
      redisOptions: {
        ...this.common(purpose),
        ...(commandTimeoutMs !== undefined && { commandTimeout: commandTimeoutMs }),
      },
    };
  }

  private common(purpose: string) {
    const { username, password, tls } = this.address;
    return {
      connectionName: `${this.name}:${purpose}`,
      connectTimeout: CONNECT_TIMEOUT_MS,
      keepAlive: SILENCE_MS,
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
      ...(tls && { tls: {} }),
    };
  }
}
