import type { z } from 'zod';
import { CARD_MESSAGES } from '../../protocol/model/agent-card.js';
import { artifactSchema } from '../../protocol/model/artifact.js';
import { ERROR_MESSAGES } from '../../protocol/model/error-response.js';
import { messageSchema, roleSchema } from '../../protocol/model/message.js';
import { partSchema } from '../../protocol/model/part.js';
import { PUSH_MESSAGES } from '../../protocol/model/push-notification-config.js';
import {
  cancelTaskRequest,
  getExtendedAgentCardRequest,
  getTaskRequest,
  listTasksRequest,
  sendMessageConfiguration,
  sendMessageRequest,
  subscribeToTaskRequest,
} from '../../protocol/model/requests.js';
import {
  sendMessageResponseSchema,
  streamResponseSchema,
  taskArtifactUpdateEventSchema,
  taskStatusUpdateEventSchema,
} from '../../protocol/model/stream-response.js';
import {
  listTasksResponse,
  taskSchema,
  taskStateSchema,
  taskStatusSchema,
} from '../../protocol/model/task.js';

/** The messages and enums of the protocol's definition that this agent reads or writes, by their names there. */
export const PROTOCOL_MESSAGES = {
  Task: taskSchema,
  TaskStatus: taskStatusSchema,
  TaskState: taskStateSchema,
  Message: messageSchema,
  Role: roleSchema,
  Part: partSchema,
  Artifact: artifactSchema,
  SendMessageRequest: sendMessageRequest,
  SendMessageConfiguration: sendMessageConfiguration,
  SendMessageResponse: sendMessageResponseSchema,
  StreamResponse: streamResponseSchema,
  TaskStatusUpdateEvent: taskStatusUpdateEventSchema,
  TaskArtifactUpdateEvent: taskArtifactUpdateEventSchema,
  GetTaskRequest: getTaskRequest,
  ListTasksRequest: listTasksRequest,
  ListTasksResponse: listTasksResponse,
  CancelTaskRequest: cancelTaskRequest,
  SubscribeToTaskRequest: subscribeToTaskRequest,
  ...PUSH_MESSAGES,
  GetExtendedAgentCardRequest: getExtendedAgentCardRequest,
  ...CARD_MESSAGES,
} as const satisfies Record<string, z.ZodType>;

/** What bindings on HTTP answer beside the protocol's messages. */
export const HTTP_MESSAGES = ERROR_MESSAGES;

/** The name of a message whose schema is published. */
export type MessageName = keyof typeof PROTOCOL_MESSAGES | keyof typeof HTTP_MESSAGES;
