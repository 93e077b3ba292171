import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { CancelTask } from '../../operations/cancel-task.operation.js';
import type { Caller } from '../../operations/caller.js';
import { GetTask } from '../../operations/get-task.operation.js';
import { ListTasks } from '../../operations/list-tasks.operation.js';
import type { ResponseStream } from '../../operations/response-stream.js';
import { SendMessage } from '../../operations/send-message.operation.js';
import { SendStreamingMessage } from '../../operations/send-streaming-message.operation.js';
import { SubscribeToTask } from '../../operations/subscribe-to-task.operation.js';
import {
  A2AError,
  type A2AErrorReason,
  cancelTaskRequest,
  getTaskRequest,
  listTasksRequest,
  parseRequest,
  sendMessageRequest,
  subscribeToTaskRequest,
} from '../../protocol/index.js';

/** What a method gets besides its parameters. */
export interface MethodContext {
  readonly caller: Caller;
  /** The last event of an earlier stream that the caller has seen. */
  readonly lastEventId?: number;
}

/** A method whose answer is one result, or one whose answer is a stream. */
export type JsonRpcMethod =
  | { readonly kind: 'unary'; readonly call: (params: unknown, context: MethodContext) => Promise<unknown> }
  | {
      readonly kind: 'stream';
      readonly open: (params: unknown, context: MethodContext) => Promise<ResponseStream>;
    };

/** The methods of the binding by their names (section 9.4). */
@Injectable()
export class JsonRpcMethods {
  private readonly byName: ReadonlyMap<string, JsonRpcMethod>;

  constructor(
    sendMessage: SendMessage,
    sendStreamingMessage: SendStreamingMessage,
    getTask: GetTask,
    listTasks: ListTasks,
    cancelTask: CancelTask,
    subscribeToTask: SubscribeToTask,
  ) {
    this.byName = new Map<string, JsonRpcMethod>([
      ['SendMessage', unary(sendMessageRequest, sendMessage)],
      ['SendStreamingMessage', stream(sendMessageRequest, sendStreamingMessage)],
      ['GetTask', unary(getTaskRequest, getTask)],
      ['ListTasks', unary(listTasksRequest, listTasks)],
      ['CancelTask', unary(cancelTaskRequest, cancelTask)],
      ['SubscribeToTask', stream(subscribeToTaskRequest, subscribeToTask)],
      ['CreateTaskPushNotificationConfig', NO_PUSH],
      ['GetTaskPushNotificationConfig', NO_PUSH],
      ['ListTaskPushNotificationConfigs', NO_PUSH],
      ['DeleteTaskPushNotificationConfig', NO_PUSH],
      ['GetExtendedAgentCard', NO_EXTENDED_CARD],
    ]);
  }

  get(name: string): JsonRpcMethod | undefined {
    return this.byName.get(name);
  }
}

const NO_PUSH = undeclared(
  'PUSH_NOTIFICATION_NOT_SUPPORTED',
  'This agent sends no push notifications. Use SubscribeToTask or GetTask to follow a task.',
);

const NO_EXTENDED_CARD = undeclared(
  'UNSUPPORTED_OPERATION',
  'This agent has no extended card. All it can do is on /.well-known/agent-card.json.',
);

function unary<T extends z.ZodType>(
  schema: T,
  operation: { execute(caller: Caller, request: z.output<T>): Promise<unknown> },
): JsonRpcMethod {
  return {
    kind: 'unary',
    call: (params, { caller }) => operation.execute(caller, parseRequest(schema, params)),
  };
}

function stream<T extends z.ZodType>(
  schema: T,
  operation: {
    execute(caller: Caller, request: z.output<T>, lastEventId?: number): Promise<ResponseStream>;
  },
): JsonRpcMethod {
  return {
    kind: 'stream',
    open: (params, { caller, lastEventId }) =>
      operation.execute(caller, parseRequest(schema, params), lastEventId),
  };
}

/** A method of the protocol that needs a capability which the card does not declare (section 3.3.4). */
function undeclared(reason: A2AErrorReason, message: string): JsonRpcMethod {
  return { kind: 'unary', call: () => Promise.reject(new A2AError(reason, message)) };
}
