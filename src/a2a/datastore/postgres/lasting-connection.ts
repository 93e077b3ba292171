import pg, { type Client, type ClientConfig } from 'pg';

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;

/** What a {@link LastingConnection} is told. */
export interface LastingConnectionOptions {
  readonly config: ClientConfig;
  /** Called with each new connection, before it counts as ready; `again` after one was lost. */
  readonly prepare: (client: Client, again: boolean) => Promise<void>;
  readonly onError: (error: Error) => void;
}

/** One connection of its own that comes back after it was lost. */
export class LastingConnection {
  /** The connection, while there is one. */
  client?: Client;
  private attempts = 0;
  private retry?: NodeJS.Timeout;
  private closed = false;

  constructor(private readonly options: LastingConnectionOptions) {}

  /** @throws when the first connection can not be made; later ones are retried for ever */
  async open(): Promise<void> {
    await this.connect(false);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    const { client } = this;
    this.client = undefined;
    await client?.end().catch(() => undefined);
  }

  private async connect(again: boolean): Promise<void> {
    const client = new pg.Client(this.options.config);
    client.on('error', (error) => this.lose(client, error));
    client.on('end', () => this.lose(client));
    try {
      await client.connect();
      await this.options.prepare(client, again);
    } catch (error) {
      client.removeAllListeners('end');
      await client.end().catch(() => undefined);
      throw error;
    }
    if (this.closed) {
      await client.end();
      return;
    }
    this.client = client;
    this.attempts = 0;
  }

  private lose(client: Client, error?: Error): void {
    if (error !== undefined && !this.closed) this.options.onError(error);
    if (this.client !== client) return;
    this.client = undefined;
    this.reconnectLater();
  }

  private reconnectLater(): void {
    if (this.closed) return;
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** this.attempts, LONGEST_RETRY_MS);
    this.attempts += 1;
    this.retry = setTimeout(() => {
      this.connect(true).catch((error: Error) => {
        this.options.onError(error);
        this.reconnectLater();
      });
    }, delayMs);
    this.retry.unref();
  }
}
