import type { TaskEvent, TaskKey, TaskRecord } from '../../datastore/ports/index.js';
import { isTerminal, type StreamResponse } from '../../protocol/index.js';
import type { TaskFeed } from '../../tasks/task-feed.service.js';
import type { ResponseStream, StreamBreak, StreamEvent } from '../response-stream.js';

/** What a reader should wait whose log has been cut short: the snapshot that it gets then is there already. */
const COME_BACK_MS = 1_000;

/** How a stream of a task begins and ends. */
export interface StreamPlan {
  readonly key: TaskKey;
  /** Events after this sequence number follow; or the task as it stands comes first, and what follows it. */
  readonly from: number | (() => TaskRecord | Promise<TaskRecord>);
  /** Whether nothing follows the task as it stands. */
  readonly isOver: (record: TaskRecord) => boolean;
  /** Whether this event is the last. The terminal event always is. */
  readonly isLast?: (event: TaskEvent) => boolean;
}

/**
 * Reads a task as a stream: the snapshot, then what comes after it, none doubled and none lost. Where the store has
 * lost what was read, or the task is gone, the reader is asked to come back.
 */
export function taskStream(feed: TaskFeed, { key, from, isOver, isLast }: StreamPlan): ResponseStream {
  return async function* stream(
    signal: AbortSignal,
  ): AsyncGenerator<StreamEvent | StreamBreak, void, undefined> {
    let after: number;
    if (typeof from === 'number') {
      after = from;
    } else {
      // Read when it is asked for, and not kept: a stream may last for hours and its task may be large.
      const first = await beginning(from, isOver);
      after = first.after;
      yield* first.events.splice(0);
      if (first.over) {
        return;
      }
    }
    for await (const event of feed.follow(key, after, signal)) {
      const response = onTheWire(event);
      if (response) {
        yield { id: event.sequence, response };
      }
      if (endsTask(event) || isLast?.(event)) {
        return;
      }
    }
    if (!signal.aborted) {
      yield { comeBackMs: COME_BACK_MS };
    }
  };
}

function endsTask({ body }: TaskEvent): boolean {
  return 'statusUpdate' in body && isTerminal(body.statusUpdate.status.state);
}

/** Messages are part of the history, not of a task's stream (section 3.1.2). */
function onTheWire({ body }: TaskEvent): StreamResponse | undefined {
  return 'message' in body ? undefined : body;
}

/** The task as it stands, as the first event; taken out of the list it is the stream's no longer. */
async function beginning(
  load: () => TaskRecord | Promise<TaskRecord>,
  isOver: StreamPlan['isOver'],
): Promise<{ after: number; over: boolean; events: StreamEvent[] }> {
  const record = await load();
  const event = { id: record.sequence, response: { task: record.task } };
  return { after: record.sequence, over: isOver(record), events: [event] };
}
