import { Injectable } from '@nestjs/common';
import { filter, firstValueFrom, fromEvent, takeUntil } from 'rxjs';
import type { TaskEvent, TaskRecord } from '../datastore/ports/index.js';
import {
  endsTurn,
  isTerminal,
  type SendMessageRequest,
  type SendMessageResponse,
} from '../protocol/index.js';
import { TaskFeed } from '../tasks/task-feed.service.js';
import type { Caller } from './caller.js';
import { IncomingMessage } from './incoming/incoming-message.js';
import { TaskAccess } from './task/task-access.js';
import { withHistory } from './task/task-view.js';

/** SendMessage (section 3.1.1). */
@Injectable()
export class SendMessage {
  constructor(
    private readonly incoming: IncomingMessage,
    private readonly feed: TaskFeed,
    private readonly access: TaskAccess,
  ) {}

  /**
   * Waits until the message's turn is over, unless `returnImmediately` says otherwise (section 3.2.2). When
   * the caller leaves, the waiting ends and the task goes on.
   *
   * @throws A2AError, InvalidParamsError
   */
  async execute(caller: Caller, request: SendMessageRequest): Promise<SendMessageResponse> {
    const { historyLength, returnImmediately = false } = request.configuration ?? {};
    const accepted = await this.incoming.accept(caller, request, returnImmediately);
    if ('message' in accepted) {
      return accepted;
    }
    const { record, turn } = accepted;
    if (returnImmediately || isOver(record, turn)) {
      return { task: withHistory(record.task, historyLength) };
    }
    await this.untilOver(record, turn, caller.signal);
    const { task } = await this.access.loadByKey(record.key, { artifacts: true, historyLength });
    return { task };
  }

  private async untilOver(record: TaskRecord, turn: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) {
      return;
    }
    const over = this.feed.watch(record.key, record.sequence).pipe(
      filter((event) => overBy(event, turn)),
      takeUntil(fromEvent(signal, 'abort')),
    );
    await firstValueFrom(over, { defaultValue: undefined });
  }
}

/** Whether a turn is over as the record stands. */
export function isOver({ task, turnsEnded }: TaskRecord, turn: number): boolean {
  return isTerminal(task.status.state) || (endsTurn(task.status.state) && turnsEnded >= turn);
}

/** Whether this event ends the turn, or the task with it. A task that is handed to its next turn goes on. */
export function overBy({ body, turn: writer }: TaskEvent, turn: number): boolean {
  if (!('statusUpdate' in body)) {
    return false;
  }
  const { state } = body.statusUpdate.status;
  return isTerminal(state) || (endsTurn(state) && writer >= turn);
}
