import { Injectable } from '@nestjs/common';
import type { TaskEvent } from '../datastore/ports/index.js';
import type { SendMessageRequest, TaskStatus } from '../protocol/index.js';
import { TaskFeed } from '../tasks/task-feed.service.js';
import type { Caller } from './caller.js';
import { IncomingMessage } from './incoming/incoming-message.js';
import type { ResponseStream } from './response-stream.js';
import { StreamLimit } from './task/stream-limit.js';
import { isOver, overBy } from './send-message.operation.js';
import { TaskAccess } from './task/task-access.js';
import { taskStream } from './task/task-stream.js';
import { withHistory } from './task/task-view.js';

/** SendStreamingMessage (section 3.1.2). */
@Injectable()
export class SendStreamingMessage {
  constructor(
    private readonly incoming: IncomingMessage,
    private readonly feed: TaskFeed,
    private readonly access: TaskAccess,
    private readonly limit: StreamLimit,
  ) {}

  /**
   * @returns one message; or the task, then its events until the message's turn is over (section 11.7). A task that
   *   waits for an authorisation may go on without its caller, and its stream stays open (section 7.6.1)
   * @throws A2AError, InvalidParamsError, RetryLaterError as SendMessage does, before anything is streamed
   */
  execute(caller: Caller, request: SendMessageRequest): Promise<ResponseStream> {
    return this.limit.within(() => this.open(caller, request));
  }

  private async open(caller: Caller, request: SendMessageRequest): Promise<ResponseStream> {
    const accepted = await this.incoming.accept(caller, request, true);
    if ('message' in accepted) {
      const { message } = accepted;
      return async function* reply() {
        yield { response: { message } };
      };
    }
    const { record, turn } = accepted;
    const { key } = record;
    const first = [{ ...record, task: withHistory(record.task, request.configuration?.historyLength) }];
    return taskStream(this.feed, {
      key,
      // The record is given away: the stream may last for hours.
      from: () => first.pop() ?? this.access.loadByKey(key, { artifacts: true }),
      isOver: (task) => isOver(task, turn) && !waitsForAuth(task.task.status),
      isLast: (event) => overBy(event, turn) && !waitsForAuth(statusOf(event)),
    });
  }
}

function waitsForAuth(status?: TaskStatus): boolean {
  return status?.state === 'TASK_STATE_AUTH_REQUIRED';
}

function statusOf({ body }: TaskEvent): TaskStatus | undefined {
  return 'statusUpdate' in body ? body.statusUpdate.status : undefined;
}
