import type { TaskEvent, TaskRecord } from '../../datastore/ports/index.js';
import type { StreamResponse } from '../../protocol/index.js';
import type { TaskFeed } from '../../tasks/task-feed.service.js';
import type { ResponseStream, StreamEvent } from '../response-stream.js';

/** How a stream of a task begins and ends. */
export interface StreamPlan {
  readonly record: TaskRecord;
  /** Events after this sequence number follow. */
  readonly after: number;
  /** Whether the task as it stands at `record.sequence` comes first. */
  readonly snapshot: boolean;
  /** Whether nothing follows the snapshot. */
  readonly over: boolean;
  /** Whether this event is the last. The terminal event always is. */
  readonly isLast?: (event: TaskEvent) => boolean;
}

/** Reads a task as a stream: the snapshot, then what comes after it, none doubled and none lost. */
export function taskStream(feed: TaskFeed, plan: StreamPlan): ResponseStream {
  return async function* stream(signal: AbortSignal): AsyncGenerator<StreamEvent, void, undefined> {
    const { record, after, snapshot, over, isLast } = plan;
    if (snapshot) {
      yield { id: record.sequence, response: { task: record.task } };
    }
    if (over) {
      return;
    }
    for await (const event of feed.follow(record.key, after, signal)) {
      const response = onTheWire(event);
      if (response) {
        yield { id: event.sequence, response };
      }
      if (isLast?.(event)) {
        return;
      }
    }
  };
}

/** Messages are part of the history, not of a task's stream (section 3.1.2). */
function onTheWire({ body }: TaskEvent): StreamResponse | undefined {
  return 'message' in body ? undefined : body;
}
