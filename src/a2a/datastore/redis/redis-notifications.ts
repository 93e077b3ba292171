import { randomUUID } from 'node:crypto';
import { Cluster, type Redis } from 'ioredis';
import type { ErrorLog } from '../error-log.js';
import type { TaskNotifications, WakeUp } from '../ports/index.js';
import type { AgentKeys } from './task-keys.js';

/** A subscriber that hears nothing does not notice by itself that its server is gone. */
const HEARTBEAT_MS = 10_000;

/** After a subscription failed. */
const RETRY_MS = 500;

/** How long a cluster's new subscriptions may take to be heard by. */
const RESUBSCRIBED_MS = 100;

interface Watched {
  readonly taskId: string;
  readonly watchers: Set<(wakeUp: WakeUp) => void>;
}

/**
 * Wake-ups by a channel for each task that somebody watches, over one connection (on a cluster: one to each master).
 * The scripts that write publish; on a cluster the writer does, because the owner, and with it the task's slot, is
 * not known to whoever watches.
 */
export class RedisNotifications implements TaskNotifications {
  private readonly watched = new Map<string, Watched>();
  private subscriber?: Redis | Cluster;
  private heartbeat?: NodeJS.Timeout;
  private closed = false;
  /** To know one's own. */
  private readonly origin = randomUUID().slice(0, 8);
  private readonly onError: (error: Error) => void;

  constructor(
    private readonly keys: AgentKeys,
    errors: ErrorLog,
  ) {
    this.onError = errors.of('Redis, connection for wake-ups');
  }

  /** @param subscriber is connected; one that is no cluster will be closed with this */
  open(subscriber: Redis | Cluster): void {
    this.subscriber = subscriber;
    if (subscriber instanceof Cluster) {
      subscriber.on('smessage', this.receive);
      // Whatever was sent meanwhile is lost.
      subscriber.on('subscribersReady', () => {
        setTimeout(() => this.wakeAll(), RESUBSCRIBED_MS).unref();
      });
    } else {
      subscriber.on('message', this.receive);
      subscriber.on('ready', () => {
        // The answer comes behind those to the subscriptions, which the driver has made again.
        subscriber.ping().then(() => this.wakeAll(), this.onError);
      });
      this.heartbeat = setInterval(() => void this.feel(subscriber), HEARTBEAT_MS).unref();
    }
    for (const channel of this.watched.keys()) void this.listen(channel);
  }

  close(): void {
    this.closed = true;
    clearInterval(this.heartbeat);
    if (!(this.subscriber instanceof Cluster)) this.subscriber?.disconnect();
  }

  subscribe(taskId: string, onWakeUp: (wakeUp: WakeUp) => void): () => void {
    const channel = this.keys.wakeUps(taskId);
    const watched = this.watched.get(channel) ?? { taskId, watchers: new Set() };
    // The same function may be subscribed twice.
    const watcher = (wakeUp: WakeUp): void => onWakeUp(wakeUp);
    watched.watchers.add(watcher);
    if (!this.watched.has(channel)) {
      this.watched.set(channel, watched);
      void this.listen(channel);
    }
    return () => {
      watched.watchers.delete(watcher);
      if (watched.watchers.size === 0 && this.watched.get(channel) === watched) {
        this.watched.delete(channel);
        void this.leave(channel);
      }
    };
  }

  /** What the script that writes to a task has to publish: a channel, or '' for none, and a text. */
  announcement(taskId: string, ended: boolean): [channel: string, text: string] {
    const channel = this.subscriber instanceof Cluster ? '' : this.keys.wakeUps(taskId);
    return [channel, this.text(ended)];
  }

  /** Wakes the watchers of a task: those here, and on a cluster the others too. */
  announce(taskId: string, ended: boolean): void {
    this.wake(this.keys.wakeUps(taskId), ended);
    const { subscriber } = this;
    if (subscriber instanceof Cluster) {
      subscriber.spublish(this.keys.wakeUps(taskId), this.text(ended)).catch(this.onError);
    }
  }

  private text(ended: boolean): string {
    return `${ended ? '!' : '+'}${this.origin}`;
  }

  private readonly receive = (channel: string, text: string): void => {
    if (text.slice(1) !== this.origin) this.wake(channel, text.startsWith('!'));
  };

  private wake(channel: string, ended: boolean): void {
    // A copy: a watcher may leave and come back while it is woken.
    for (const watcher of Array.from(this.watched.get(channel)?.watchers ?? [])) watcher({ ended });
  }

  private wakeAll(): void {
    for (const channel of Array.from(this.watched.keys())) this.wake(channel, false);
  }

  private async listen(channel: string): Promise<void> {
    const { subscriber } = this;
    if (subscriber === undefined || this.closed) return;
    try {
      await (subscriber instanceof Cluster ? subscriber.ssubscribe(channel) : subscriber.subscribe(channel));
      // What was published before this took effect was not heard.
      this.wake(channel, false);
    } catch (error) {
      if (this.closed) return;
      this.onError(error as Error);
      setTimeout(() => {
        if (this.watched.has(channel)) void this.listen(channel);
      }, RETRY_MS).unref();
    }
  }

  private async leave(channel: string): Promise<void> {
    const { subscriber } = this;
    if (subscriber === undefined || this.closed) return;
    try {
      await (subscriber instanceof Cluster
        ? subscriber.sunsubscribe(channel)
        : subscriber.unsubscribe(channel));
    } catch (error) {
      // What still comes on it wakes nobody.
      this.onError(error as Error);
    }
  }

  private async feel(subscriber: Redis): Promise<void> {
    if (subscriber.status !== 'ready') return;
    try {
      await subscriber.ping();
    } catch (error) {
      this.onError(error as Error);
      if (subscriber.status === 'ready') subscriber.disconnect(true);
    }
  }
}
