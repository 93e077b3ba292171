import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { CardView } from '../../card/serving/card-view.js';
import { inTenant } from '../../identity/principal.js';
import { CancelTask } from '../../operations/cancel-task.operation.js';
import type { Caller } from '../../operations/caller.js';
import { GetExtendedAgentCard } from '../../operations/get-extended-agent-card.operation.js';
import { GetTask } from '../../operations/get-task.operation.js';
import { ListTasks } from '../../operations/list-tasks.operation.js';
import type { ResponseStream } from '../../operations/response-stream.js';
import { SendMessage } from '../../operations/send-message.operation.js';
import { SendStreamingMessage } from '../../operations/send-streaming-message.operation.js';
import { SubscribeToTask } from '../../operations/subscribe-to-task.operation.js';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import {
  A2AError,
  type A2AErrorReason,
  cancelTaskRequest,
  getExtendedAgentCardRequest,
  getTaskRequest,
  listTasksRequest,
  parseRequest,
  PermissionDeniedError,
  sendMessageRequest,
  subscribeToTaskRequest,
} from '../../protocol/index.js';

/** What a call gets besides its parameters. */
interface CallContext {
  readonly caller: Caller;
  /** The last event of an earlier stream that the caller has seen. */
  readonly lastEventId?: number;
}

/** What an operation answers: one result, a card with what tells whether the caller has it already, or a stream. */
export type CallAnswer =
  | { readonly result: unknown }
  | { readonly card: CardView }
  | { readonly stream: ResponseStream };

/** Checks the parameters and runs the operation. */
export type OperationCall = (params: unknown, context: CallContext) => Promise<CallAnswer>;

/** The operations by their names (section 5.3), each with the check of its parameters. */
@Injectable()
export class OperationCalls {
  private readonly byName: ReadonlyMap<string, OperationCall>;

  constructor(
    sendMessage: SendMessage,
    sendStreamingMessage: SendStreamingMessage,
    getTask: GetTask,
    listTasks: ListTasks,
    cancelTask: CancelTask,
    subscribeToTask: SubscribeToTask,
    getExtendedAgentCard: GetExtendedAgentCard,
    @Inject(A2A_OPTIONS) { streaming = true }: A2AOptions,
  ) {
    this.byName = new Map<string, OperationCall>([
      ['SendMessage', unary(sendMessageRequest, sendMessage)],
      ['SendStreamingMessage', streaming ? stream(sendMessageRequest, sendStreamingMessage) : NO_STREAMS],
      ['GetTask', unary(getTaskRequest, getTask)],
      ['ListTasks', unary(listTasksRequest, listTasks)],
      ['CancelTask', unary(cancelTaskRequest, cancelTask)],
      ['SubscribeToTask', streaming ? stream(subscribeToTaskRequest, subscribeToTask) : NO_STREAMS],
      ['CreateTaskPushNotificationConfig', NO_PUSH],
      ['GetTaskPushNotificationConfig', NO_PUSH],
      ['ListTaskPushNotificationConfigs', NO_PUSH],
      ['DeleteTaskPushNotificationConfig', NO_PUSH],
      ['GetExtendedAgentCard', extendedCard(getExtendedAgentCard)],
    ]);
  }

  /** @returns undefined when there is no operation of this name */
  get(name: string): OperationCall | undefined {
    return this.byName.get(name);
  }
}

const NO_STREAMS = undeclared(
  'UNSUPPORTED_OPERATION',
  'This agent does not stream. Use SendMessage, and GetTask to follow a task.',
);

const NO_PUSH = undeclared(
  'PUSH_NOTIFICATION_NOT_SUPPORTED',
  'This agent sends no push notifications. Use SubscribeToTask or GetTask to follow a task.',
);

function unary<T extends z.ZodType<{ tenant?: string }>>(
  schema: T,
  operation: { execute(caller: Caller, request: z.output<T>): Promise<unknown> },
): OperationCall {
  return async (params, { caller }) => {
    const request = parseRequest(schema, params);
    return { result: await operation.execute(boundTo(caller, request.tenant), request) };
  };
}

function stream<T extends z.ZodType<{ tenant?: string }>>(
  schema: T,
  operation: {
    execute(caller: Caller, request: z.output<T>, lastEventId?: number): Promise<ResponseStream>;
  },
): OperationCall {
  return async (params, { caller, lastEventId }) => {
    const request = parseRequest(schema, params);
    return { stream: await operation.execute(boundTo(caller, request.tenant), request, lastEventId) };
  };
}

function extendedCard(operation: GetExtendedAgentCard): OperationCall {
  return async (params, { caller }) => {
    const { tenant } = parseRequest(getExtendedAgentCardRequest, params);
    return { card: await operation.execute(boundTo(caller, tenant)) };
  };
}

/** @throws PermissionDeniedError for a tenant that is not the caller's */
export function boundTo(caller: Caller, tenant: string | undefined): Caller {
  const principal = inTenant(caller.principal, tenant);
  if (!principal) {
    throw new PermissionDeniedError(
      'You may not act for this tenant. Leave it out, or name the one that your credentials are for.',
    );
  }
  return { ...caller, principal };
}

/** An operation that needs a capability which the card does not declare (section 3.3.4). */
function undeclared(reason: A2AErrorReason, message: string): OperationCall {
  return () => Promise.reject(new A2AError(reason, message));
}
