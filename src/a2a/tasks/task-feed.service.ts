import { Inject, Injectable, Logger } from '@nestjs/common';
import { Observable } from 'rxjs';
import {
  TASK_NOTIFICATIONS,
  TASK_STORE,
  type TaskEvent,
  type TaskKey,
  type TaskNotifications,
  type TaskStore,
} from '../datastore/ports/index.js';
import { isTerminal } from '../protocol/index.js';
import { TaskChannel } from './task-channel.js';

/** How long a reader trusts that nothing happened while nothing woke it. */
const PATIENCE_MS = 5_000;

/** The face of the event logs: every poller, stream and waiter reads a task through it. */
@Injectable()
export class TaskFeed {
  private readonly logger = new Logger(TaskFeed.name);
  private readonly channels = new Map<
    string,
    { readonly channel: TaskChannel; readers: number; off(): void }
  >();

  constructor(
    @Inject(TASK_STORE) private readonly store: TaskStore,
    @Inject(TASK_NOTIFICATIONS) private readonly notifications: TaskNotifications,
  ) {}

  /** The number of readers that are open in this process. */
  get readers(): number {
    return [...this.channels.values()].reduce((sum, entry) => sum + entry.readers, 0);
  }

  /**
   * Reads a task's events after a sequence number as fast as the consumer takes them, and ends after the
   * terminal one. Aborting the signal ends it at once, also while it waits. It also ends when the log no longer
   * reaches to what has been read, because the store has lost its last moments: what comes next would have numbers
   * that the consumer has seen on other events.
   */
  async *follow(
    key: TaskKey,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<TaskEvent, void, undefined> {
    const channel = this.enter(key);
    try {
      let cursor = after;
      let mayBeShort = false;
      while (!signal.aborted) {
        const seen = channel.version;
        const events = await this.read(channel, cursor);
        mayBeShort &&= events.length === 0;
        for (const event of events) {
          if (signal.aborted) {
            return;
          }
          yield event;
          cursor = event.sequence;
          if ('statusUpdate' in event.body && isTerminal(event.body.statusUpdate.status.state)) {
            return;
          }
        }
        if (events.length === 0) {
          // Woken for nothing new: by the end of the task, or because the store has come back, perhaps with less.
          const isOdd = mayBeShort || channel.ended;
          if (isOdd && channel.version === seen && (await this.isOver(key, cursor))) {
            return;
          }
          const woken = await channel.changed(seen, signal, PATIENCE_MS);
          mayBeShort = woken;
          if (!woken && !signal.aborted) {
            // A wake-up may have been lost, so what was read last proves nothing.
            channel.forget();
            if (await this.isOver(key, cursor)) {
              return;
            }
          }
        }
      }
    } finally {
      this.leave(key);
    }
  }

  /** {@link follow} for those who react to events; unsubscribing frees the reader at once. */
  watch(key: TaskKey, after: number): Observable<TaskEvent> {
    return new Observable((subscriber) => {
      const gone = new AbortController();
      const push = async () => {
        for await (const event of this.follow(key, after, gone.signal)) {
          subscriber.next(event);
        }
      };
      push().then(
        () => subscriber.complete(),
        (error: unknown) => subscriber.error(error),
      );
      return () => gone.abort();
    });
  }

  /** A store that is away for a while delays its readers; they are not told of it. */
  private async read(channel: TaskChannel, cursor: number): Promise<TaskEvent[]> {
    try {
      return await channel.read(cursor);
    } catch (error) {
      this.logger.warn(`A log could not be read; it is tried again: ${String(error)}`);
      return [];
    }
  }

  /** Whether no event can follow: the task is gone, ended at or before the cursor, or has lost events before it. */
  private async isOver(key: TaskKey, cursor: number): Promise<boolean> {
    try {
      const record = await this.store.load(key, { artifacts: false, historyLength: 0 });
      if (!record || record.sequence < cursor) {
        return true;
      }
      return isTerminal(record.task.status.state) && record.sequence === cursor;
    } catch {
      return false;
    }
  }

  private enter(key: TaskKey): TaskChannel {
    let entry = this.channels.get(nameOf(key));
    if (!entry) {
      const channel = new TaskChannel(key, this.store);
      const off = this.notifications.subscribe(key.taskId, ({ ended }) => channel.wake(ended));
      entry = { channel, readers: 0, off };
      this.channels.set(nameOf(key), entry);
    }
    entry.readers += 1;
    return entry.channel;
  }

  private leave(key: TaskKey): void {
    const entry = this.channels.get(nameOf(key));
    if (entry && --entry.readers === 0) {
      entry.off();
      this.channels.delete(nameOf(key));
    }
  }
}

/** Both parts of the key: nobody shares a channel with another owner's reader. */
function nameOf({ owner, taskId }: TaskKey): string {
  return `${owner} ${taskId}`;
}
