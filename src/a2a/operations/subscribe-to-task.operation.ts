import { Inject, Injectable } from '@nestjs/common';
import { TASK_STORE, type TaskRecord, type TaskStore } from '../datastore/ports/index.js';
import { A2AError, isTerminal, type SubscribeToTaskRequest } from '../protocol/index.js';
import { TaskFeed } from '../tasks/task-feed.service.js';
import type { Caller } from './caller.js';
import type { ResponseStream } from './response-stream.js';
import { TaskAccess } from './task/task-access.js';
import { StreamLimit } from './task/stream-limit.js';
import { taskStream } from './task/task-stream.js';

/** SubscribeToTask (section 3.1.6), with resumption by the id of the last event that arrived. */
@Injectable()
export class SubscribeToTask {
  constructor(
    private readonly access: TaskAccess,
    private readonly feed: TaskFeed,
    @Inject(TASK_STORE) private readonly store: TaskStore,
    private readonly limit: StreamLimit,
  ) {}

  /**
   * Without `lastEventId`: the task, then its events until the terminal one. With it: only the events after
   * it, those of a task that has ended meanwhile too.
   *
   * @throws RetryLaterError when too many streams are open
   * @throws A2AError TASK_NOT_FOUND; UNSUPPORTED_OPERATION for an ended task of which nothing is left to say
   */
  execute(caller: Caller, request: SubscribeToTaskRequest, lastEventId?: number): Promise<ResponseStream> {
    return this.limit.within(() => this.open(caller, request, lastEventId));
  }

  private async open(
    { principal }: Caller,
    { id }: SubscribeToTaskRequest,
    lastEventId?: number,
  ): Promise<ResponseStream> {
    // The whole task is read only for a snapshot: it may be large, and its readers many.
    const record = await this.access.load(principal, id, { artifacts: false, historyLength: 0 });
    const over = isEnded(record);
    if (lastEventId !== undefined && (await this.isKept(record, lastEventId))) {
      if (over && lastEventId === record.sequence) {
        throw ended(record);
      }
      return taskStream(this.feed, { key: record.key, from: lastEventId, isOver: isEnded });
    }
    if (over && lastEventId === undefined) {
      throw ended(record);
    }
    const load = () => this.access.loadByKey(record.key, { artifacts: true });
    return taskStream(this.feed, { key: record.key, from: load, isOver: isEnded });
  }

  /** Whether the log holds what follows this event: neither older than the log nor beyond its end. */
  private async isKept(record: TaskRecord, lastEventId: number): Promise<boolean> {
    if (lastEventId >= record.sequence) {
      return lastEventId === record.sequence;
    }
    const [next] = await this.store.readEvents(record.key, lastEventId, 1);
    return next?.sequence === lastEventId + 1;
  }
}

function isEnded({ task }: TaskRecord): boolean {
  return isTerminal(task.status.state);
}

function ended({ key, task }: TaskRecord): A2AError {
  return new A2AError(
    'UNSUPPORTED_OPERATION',
    `The task has ended (${task.status.state}) and has no more events. Use GetTask to read it.`,
    { taskId: key.taskId, state: task.status.state },
  );
}
