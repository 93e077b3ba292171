import { describe, expect, it, vi } from 'vitest';
import type { TaskEvent, TaskNotifications, TaskStore } from '../datastore/ports/index.js';
import type { TaskState } from '../protocol/index.js';
import { TaskFeed } from './task-feed.service.js';

const key = { owner: 'o', taskId: 't' };

function event(sequence: number, state: TaskState = 'TASK_STATE_WORKING'): TaskEvent {
  return {
    sequence,
    at: sequence,
    turn: 1,
    body: { statusUpdate: { taskId: 't', contextId: 'c', status: { state } } },
  };
}

/** A log in memory with wake-ups by hand: what is tested is the reading of it. */
function setUp() {
  const log: TaskEvent[] = [];
  const wakeUps = new Set<(wakeUp: { ended: boolean }) => void>();
  const readEvents = vi.fn(async (_: unknown, after: number, limit: number) =>
    log.filter(({ sequence }) => sequence > after).slice(0, limit),
  );
  const notifications: TaskNotifications = {
    subscribe: (_, wake) => {
      wakeUps.add(wake);
      return () => wakeUps.delete(wake);
    },
  };
  const load = vi.fn(async () => ({
    sequence: log.length,
    task: { status: { state: 'TASK_STATE_WORKING' } },
  }));
  const feed = new TaskFeed({ readEvents, load } as unknown as TaskStore, notifications);
  const wake = () => wakeUps.forEach((each) => each({ ended: false }));
  const append = (...events: TaskEvent[]) => {
    log.push(...events);
    wake();
  };
  return { feed, log, append, wake, readEvents, wakeUps };
}

describe('TaskFeed', () => {
  it('reads what is there, then what comes, and ends after the terminal event', async () => {
    const { feed, append, wakeUps } = setUp();
    append(event(1), event(2));
    const seen: number[] = [];
    for await (const { sequence } of feed.follow(key, 0, new AbortController().signal)) {
      seen.push(sequence);
      if (sequence === 2) {
        setTimeout(() => append(event(3)), 5);
        setTimeout(() => append(event(4, 'TASK_STATE_COMPLETED')), 10);
      }
    }
    expect(seen).toEqual([1, 2, 3, 4]);
    expect(wakeUps.size).toBe(0);
    expect(feed.readers).toBe(0);
  });

  it('begins after the given event, across more than one page', async () => {
    const { feed, append } = setUp();
    append(...Array.from({ length: 99 }, (_, index) => event(index + 1)), event(100, 'TASK_STATE_FAILED'));
    const seen: number[] = [];
    for await (const { sequence } of feed.follow(key, 10, new AbortController().signal)) {
      seen.push(sequence);
    }
    expect(seen).toEqual(Array.from({ length: 90 }, (_, index) => index + 11));
  });

  it('frees a reader that waits as soon as its signal aborts', async () => {
    const { feed } = setUp();
    const gone = new AbortController();
    const next = feed.follow(key, 0, gone.signal).next();
    await vi.waitFor(() => expect(feed.readers).toBe(1));
    gone.abort();
    expect(await next).toMatchObject({ done: true });
    expect(feed.readers).toBe(0);
  });

  it('serves all who wait at the same place with one read a wake-up', async () => {
    const { feed, append, readEvents } = setUp();
    const gone = new AbortController();
    const readers = Array.from({ length: 20 }, () => feed.follow(key, 0, gone.signal));
    const firsts = readers.map((reader) => reader.next());
    await vi.waitFor(() => expect(feed.readers).toBe(20));
    readEvents.mockClear();
    append(event(1));
    await Promise.all(firsts);
    expect(readEvents).toHaveBeenCalledTimes(1);
    gone.abort();
  });

  it('watch: an Observable of the same, whose unsubscription frees the reader', async () => {
    const { feed, append } = setUp();
    const seen: number[] = [];
    const subscription = feed.watch(key, 0).subscribe(({ sequence }) => seen.push(sequence));
    append(event(1));
    await vi.waitFor(() => expect(seen).toEqual([1]));
    subscription.unsubscribe();
    await vi.waitFor(() => expect(feed.readers).toBe(0));
  });

  it('finds an event whose wake-up was lost', async () => {
    const { feed, log } = setUp();
    const next = feed.follow(key, 0, new AbortController().signal).next();
    await vi.waitFor(() => expect(feed.readers).toBe(1));
    log.push(event(1, 'TASK_STATE_COMPLETED'));
    expect(await next).toMatchObject({ value: { sequence: 1 } });
  });

  it('ends when the log no longer reaches to what has been read, before others get the same numbers', async () => {
    const { feed, log, append, wake } = setUp();
    append(event(1), event(2), event(3));
    const seen: number[] = [];
    const reading = (async () => {
      for await (const { sequence } of feed.follow(key, 0, new AbortController().signal)) seen.push(sequence);
    })();
    await vi.waitFor(() => expect(seen).toEqual([1, 2, 3]));
    log.splice(1);
    wake();
    await reading;
    append(event(2), event(3), event(4));
    expect(seen).toEqual([1, 2, 3]);
    expect(feed.readers).toBe(0);
  });

  it('ends for who asks for what follows an event that is lost', async () => {
    const { feed, append } = setUp();
    append(event(1));
    const next = feed.follow(key, 3, new AbortController().signal).next();
    expect(await next).toMatchObject({ done: true });
  });

  it('waits for a store that is away for a while', async () => {
    const { feed, append, readEvents } = setUp();
    readEvents.mockRejectedValueOnce(new Error('away'));
    const next = feed.follow(key, 0, new AbortController().signal).next();
    await vi.waitFor(() => expect(readEvents).toHaveBeenCalled());
    append(event(1));
    expect(await next).toMatchObject({ value: { sequence: 1 } });
  });
});
