import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Notification } from 'pg';
import { DatastoreUnavailable } from '../datastore-error.js';
import type { ErrorLog } from '../error-log.js';
import type { TaskNotifications, WakeUp } from '../ports/index.js';
import { readText, storedText } from '../stored/stored-text.js';
import type { ConnectionSettings } from './connections/connection-settings.js';
import { LastingConnection } from './connections/lasting-connection.js';
import { PoolerBetween } from './connections/opening-error.js';

const CHANNEL = 'a2a_task';

/** The server refuses payloads of 8000 bytes and more. */
const PAYLOAD_BYTES = 7_900;

/** How long the first notification may be under way. */
const PROBE_MS = 5_000;

/** How long the server may take to give a sign of life. */
const PING_MS = 2_000;

/** Tasks that may wait for the connection to come back; beyond that their watchers' own rhythm must do. */
const MAX_PENDING = 10_000;

/**
 * Wake-ups through LISTEN and NOTIFY. Watchers in this process are woken directly; for the others task ids are
 * gathered while a NOTIFY is under way, outside any transaction that writes: inside it NOTIFY would put all
 * commits of the database in line.
 */
export class PostgresNotifications implements TaskNotifications {
  private readonly watchers = new Map<string, Set<(wakeUp: WakeUp) => void>>();
  private listener?: LastingConnection;
  private notifier?: LastingConnection;
  /** First line of each payload, to know one's own. */
  private readonly origin = randomUUID().slice(0, 8);
  /** Task id to whether it ended. */
  private pending = new Map<string, boolean>();
  private sending = false;
  /** Called when one's own notification has come back. */
  private onOwn: () => void = () => undefined;

  constructor(private readonly errors: ErrorLog) {}

  /**
   * Connects, and sees that notifications arrive.
   *
   * @throws PoolerBetween if none does
   */
  async open(settings: ConnectionSettings): Promise<void> {
    this.listener = new LastingConnection({
      config: settings.with(),
      prepare: async (client, again) => {
        client.on('notification', (notification) => this.receive(notification));
        await client.query(`listen ${CHANNEL}`);
        // Whatever was sent meanwhile is lost.
        if (again) this.wakeAll();
      },
      onError: this.errors.of('PostgreSQL, connection that listens for events'),
    });
    this.notifier = new LastingConnection({
      // A hint need not survive a crash of the server.
      config: settings.with('-c synchronous_commit=off'),
      prepare: async (_client, again) => {
        if (again) setImmediate(() => void this.send());
      },
      onError: this.errors.of('PostgreSQL, connection that announces events'),
    });
    await Promise.all([this.listener.open(), this.notifier.open()]);
    await this.probe();
  }

  /** Sends what is pending, then closes. May be opened again. */
  async close(): Promise<void> {
    const sent = this.send();
    await Promise.race([sent, delay(PING_MS, undefined, { ref: false })]);
    const { listener, notifier } = this;
    this.listener = undefined;
    this.notifier = undefined;
    await Promise.all([listener?.close(), notifier?.close()]);
  }

  /** Takes down what is under way to be opened. */
  interrupt(): void {
    void this.listener?.close();
    void this.notifier?.close();
    this.onOwn();
  }

  /** @throws DatastoreUnavailable if the server gives no sign of life within 2 s */
  async ping(): Promise<void> {
    const late = new AbortController();
    const alive = await Promise.race([
      this.isAnswered(late.signal),
      delay(PING_MS, false, { signal: late.signal }).catch(() => false),
    ]);
    late.abort();
    if (!alive) {
      throw new DatastoreUnavailable(
        `PostgreSQL gave no sign of life within ${PING_MS / 1_000} s: see that the server runs and can be reached.`,
      );
    }
  }

  private async isAnswered(signal: AbortSignal): Promise<boolean> {
    try {
      await Promise.all([this.notifier?.whenConnected(signal), this.listener?.whenConnected(signal)]);
      await Promise.all([this.notifier?.check(), this.listener?.check()]);
      return this.notifier !== undefined;
    } catch {
      return false;
    }
  }

  subscribe(taskId: string, onWakeUp: (wakeUp: WakeUp) => void): () => void {
    // The same function may be subscribed twice.
    const watcher = (wakeUp: WakeUp): void => onWakeUp(wakeUp);
    const watchers = this.watchers.get(taskId) ?? new Set();
    this.watchers.set(taskId, watchers.add(watcher));
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0 && this.watchers.get(taskId) === watchers) this.watchers.delete(taskId);
    };
  }

  /** Wakes the watchers of a task, here and everywhere. */
  readonly announce = (taskId: string, ended: boolean): void => {
    this.wake(taskId, ended);
    if (this.pending.size >= MAX_PENDING) this.pending.clear();
    this.pending.set(taskId, ended || this.pending.get(taskId) === true);
    if (!this.sending) void this.send();
  };

  /** Through a pooler that lends connections by the transaction, sessions that listen hear nothing. */
  private async probe(): Promise<void> {
    const late = new AbortController();
    const heard = new Promise<true>((resolve) => {
      this.onOwn = () => resolve(true);
    });
    await this.notifier?.query('select pg_notify($1, $2)', [CHANNEL, this.origin]);
    const arrived = await Promise.race([
      heard,
      delay(PROBE_MS, false, { signal: late.signal }).catch(() => false),
    ]);
    late.abort();
    this.onOwn = () => undefined;
    if (!arrived) throw new PoolerBetween(`a NOTIFY did not arrive within ${PROBE_MS / 1_000} s`);
  }

  private wake(taskId: string, ended: boolean): void {
    // A copy: a watcher may leave and come back while it is woken.
    const watchers = Array.from(this.watchers.get(taskId) ?? []);
    for (const watcher of watchers) watcher({ ended });
  }

  private wakeAll(): void {
    for (const taskId of Array.from(this.watchers.keys())) this.wake(taskId, false);
  }

  private receive({ channel, payload }: Notification): void {
    if (channel !== CHANNEL || payload === undefined) return;
    const [origin, ...entries] = payload.split('\n');
    if (origin === this.origin) {
      this.onOwn();
      return;
    }
    for (const entry of entries) this.wake(readText(entry.slice(1)), entry.startsWith('!'));
  }

  private async send(): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    while (this.pending.size > 0 && this.notifier?.isConnected === true) {
      const { notifier } = this;
      const batch = this.pending;
      this.pending = new Map();
      try {
        for (const payload of this.payloads(batch))
          await notifier.query('select pg_notify($1, $2)', [CHANNEL, payload]);
      } catch (error) {
        // Whatever ails it, another connection may do better. What is pending goes out over that.
        notifier.renew(`It could not announce: ${String(error)}`);
        this.pending = new Map([...batch, ...this.pending]);
        break;
      }
    }
    this.sending = false;
  }

  /** Lines of task ids, each after `!` if the task ended and `+` if not; as many payloads as are needed. */
  private *payloads(batch: ReadonlyMap<string, boolean>): Generator<string> {
    let payload = this.origin;
    for (const [taskId, ended] of batch) {
      const line = `\n${ended ? '!' : '+'}${storedText(taskId)}`;
      if (Buffer.byteLength(payload) + Buffer.byteLength(line) > PAYLOAD_BYTES && payload !== this.origin) {
        yield payload;
        payload = this.origin;
      }
      payload += line;
    }
    yield payload;
  }
}
