import { Cluster } from 'ioredis';
import { setTimeout as delay } from 'node:timers/promises';
import { DatastoreError, DatastoreUnavailable } from '../../datastore-error.js';
import { commandOf, type RedisClient } from './clients.js';
import { mastersOf } from './connect.js';
import { explained } from './redis-errors.js';
import { ReplicaAcks } from './replica-acks.js';
import type { ScriptName } from './scripts.js';

export type Argument = string | number;

/** A command waits this long for a connection that was lost to come back. */
const RECONNECT_MS = 2_000;

const PING_MS = 2_000;

const SCAN_COUNT = 1_000;

type Command = (...args: Argument[]) => Promise<unknown>;

/** The connection that all but queues and wake-ups share. What goes over it is sent once, or not at all. */
export class RedisCommands {
  private client?: RedisClient;
  private server = '';
  private acks?: ReplicaAcks;
  private closed = false;
  private reconnected?: Promise<void>;

  /** @param waitReplicas how many replicas must have what {@link write} has written */
  constructor(private readonly waitReplicas: number) {}

  /** @param client is connected, and will be closed with this */
  open(client: RedisClient, server: string): void {
    this.client = client;
    this.server = server;
    if (this.waitReplicas > 0 && !(client instanceof Cluster)) {
      this.acks = new ReplicaAcks(client, this.waitReplicas);
    }
  }

  close(): void {
    this.closed = true;
    this.client?.disconnect();
  }

  /** Runs a script. @returns its reply: numbers, strings, null and arrays of them */
  run<T>(script: ScriptName, keys: readonly string[], args: readonly Argument[] = []): Promise<T> {
    return this.send<T>(commandOf(script), keys.length, ...keys, ...args);
  }

  /** As {@link run}; when it returns, as many replicas as are asked for have what was written. */
  async write<T>(script: ScriptName, keys: readonly string[], args: readonly Argument[]): Promise<T> {
    const { acks } = this;
    if (acks === undefined) return this.run<T>(script, keys, args);
    return this.attempt(() => acks.write(script, [keys.length, ...keys, ...args])) as Promise<T>;
  }

  /** Sends a command, or runs a script by the name that it has among them. */
  async send<T>(command: string, ...args: Argument[]): Promise<T> {
    return this.attempt((client) => {
      const commands = client as unknown as Readonly<Record<string, Command | undefined>>;
      const sent = commands[command]?.(...args);
      return sent ?? Promise.reject(new Error(`The driver knows no command ${command}.`));
    }) as Promise<T>;
  }

  /** @returns the keys that match, some of them perhaps twice; takes as long as there are keys */
  async *scan(pattern: string): AsyncGenerator<string> {
    const nodes = await this.attempt((client) => Promise.resolve(mastersOf(client)));
    for (const node of nodes) {
      let cursor = '0';
      do {
        const from = cursor;
        const [next, keys] = await this.attempt(() => node.scan(from, 'MATCH', pattern, 'COUNT', SCAN_COUNT));
        cursor = next;
        yield* keys;
      } while (cursor !== '0');
    }
  }

  /** @throws DatastoreUnavailable if the server gives no sign of life within 2 s */
  async ping(): Promise<void> {
    const late = new AbortController();
    const answer = this.attempt((client) => client.ping());
    const silence = delay(PING_MS, undefined, { signal: late.signal }).then(
      () => {
        throw new DatastoreUnavailable(
          `Redis at ${this.server} gave no sign of life within ${PING_MS / 1_000} s: see that the server runs and ` +
            'can be reached.',
        );
      },
      () => undefined,
    );
    try {
      await Promise.race([answer, silence]);
    } finally {
      late.abort();
      answer.catch(() => undefined);
    }
  }

  private async attempt<T>(work: (client: RedisClient) => Promise<T>): Promise<T> {
    try {
      return await work(await this.connected());
    } catch (error) {
      throw this.closed ? closedError() : explained(error, this.server);
    }
  }

  private async connected(): Promise<RedisClient> {
    const { client } = this;
    if (this.closed) throw closedError();
    if (client === undefined) {
      throw new DatastoreUnavailable('The datastore is not open: use it after open() has ended.');
    }
    if (client.status !== 'ready') {
      this.reconnected ??= untilReady(client).finally(() => (this.reconnected = undefined));
      await this.reconnected;
    }
    return client;
  }
}

async function untilReady(client: RedisClient): Promise<void> {
  const late = new AbortController();
  let onReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => {
    onReady = resolve;
    client.once('ready', onReady);
  });
  await Promise.race([ready, delay(RECONNECT_MS, undefined, { signal: late.signal }).catch(() => undefined)]);
  late.abort();
  client.off('ready', onReady);
  if (client.status !== 'ready') throw new Error('Connection is closed.');
}

function closedError(): DatastoreError {
  return new DatastoreError('The datastore is closed: make a new one.');
}
