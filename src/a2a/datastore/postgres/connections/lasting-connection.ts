import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client, ClientConfig, QueryResult } from 'pg';
import { type EndableClient, newClient } from './new-client.js';

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;

/** How often the server is asked for a sign of life, and how long any answer may take. */
const HEARTBEAT_MS = 10_000;

/** How long a server may take to see a connection off. */
const FAREWELL_MS = 1_000;

interface RecoveryRow {
  readonly standby: boolean;
}

const RECOVERY_SQL = 'select pg_is_in_recovery() as standby';

const STANDBY = 'The server is a standby: it announces nothing';

/** The server's own code for what it refuses as a standby. */
const READ_ONLY = '25006';

/** What a {@link LastingConnection} is told. */
export interface LastingConnectionOptions {
  readonly config: ClientConfig;
  /** Called with each new connection, before it counts as ready; `again` after one was lost. */
  readonly prepare: (client: Client, again: boolean) => Promise<void>;
  readonly onError: (error: Error) => void;
}

/**
 * One connection of its own that comes back after it was lost. A server that has stopped answering counts as
 * lost too: nothing else would tell a connection that only listens. So does one that has become a standby: it
 * announces nothing, and another server has taken its place.
 */
export class LastingConnection {
  private readonly events = new EventEmitter<{ connected: [] }>();
  private current?: EndableClient;
  private connecting?: EndableClient;
  private lastQuery: Promise<unknown> = Promise.resolve();
  private attempts = 0;
  private retry?: NodeJS.Timeout;
  private heartbeat?: NodeJS.Timeout;
  private closed = false;

  constructor(private readonly options: LastingConnectionOptions) {}

  get isConnected(): boolean {
    return this.current !== undefined;
  }

  /** Waits until there is a connection. @throws AbortError when the signal says so */
  async whenConnected(signal: AbortSignal): Promise<void> {
    while (this.current === undefined) await once(this.events, 'connected', { signal });
  }

  /** Runs a statement after those that were asked for before. @throws also when there is no connection */
  query<Row extends object>(text: string, values: unknown[] = []): Promise<QueryResult<Row>> {
    const result = this.lastQuery.then(() => {
      if (this.current === undefined) throw new Error('The connection was lost');
      return this.current.client.query<Row>(text, values);
    });
    this.lastQuery = result.catch(() => undefined);
    return result;
  }

  /**
   * Asks the server for a sign of life; a connection to a standby is given up.
   *
   * @throws when there is no connection, or no answer within 10 s, or a standby answers
   */
  async check(): Promise<void> {
    const { current } = this;
    const answer = await this.query<RecoveryRow>(RECOVERY_SQL);
    if (current !== undefined && isStandby(answer)) {
      current.destroy(STANDBY);
      throw standby();
    }
  }

  /** Gives up the connection, and makes a new one. */
  renew(reason: string): void {
    this.current?.destroy(reason);
  }

  /** @throws when the first connection can not be made; later ones are retried for ever */
  async open(): Promise<void> {
    await this.connect(false);
  }

  /** Ends the connection, also one that is being made. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    clearInterval(this.heartbeat);
    this.connecting?.destroy();
    const { current } = this;
    this.current = undefined;
    if (current === undefined) return;
    await Promise.race([
      current.client.end().catch(() => undefined),
      delay(FAREWELL_MS, undefined, { ref: false }),
    ]);
    current.destroy();
  }

  private async connect(again: boolean): Promise<void> {
    const connection = newClient({ ...this.options.config, query_timeout: HEARTBEAT_MS });
    const { client } = connection;
    client.on('error', (error) => this.lose(connection, error));
    client.on('end', () => this.lose(connection));
    this.connecting = connection;
    try {
      await client.connect();
      if (isStandby(await client.query<RecoveryRow>(RECOVERY_SQL))) throw standby();
      await this.options.prepare(client, again);
    } catch (error) {
      connection.destroy();
      throw error;
    } finally {
      this.connecting = undefined;
    }
    if (this.closed) {
      connection.destroy();
      return;
    }
    this.current = connection;
    this.events.emit('connected');
    this.heartbeat = setInterval(() => void this.beat(connection), HEARTBEAT_MS).unref();
  }

  private async beat(connection: EndableClient): Promise<void> {
    try {
      await this.check();
      this.attempts = 0;
    } catch {
      connection.destroy(`The server gave no sign of life within ${HEARTBEAT_MS / 1_000} s`);
    }
  }

  private lose(connection: EndableClient, error?: Error): void {
    if (this.current !== connection) return;
    if (error !== undefined) this.options.onError(error);
    this.current = undefined;
    clearInterval(this.heartbeat);
    this.reconnectLater();
  }

  private reconnectLater(): void {
    if (this.closed) return;
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** this.attempts, LONGEST_RETRY_MS);
    this.attempts += 1;
    this.retry = setTimeout(() => {
      this.connect(true).catch((error: Error) => {
        if (!this.closed) this.options.onError(error);
        this.reconnectLater();
      });
    }, delayMs);
    this.retry.unref();
  }
}

function isStandby({ rows }: QueryResult<RecoveryRow>): boolean {
  return rows[0]?.standby === true;
}

function standby(): Error {
  return Object.assign(new Error(STANDBY), { code: READ_ONLY });
}
