import { z } from 'zod';
import { jsonObject, listOf, optional, optionalId, requiredId } from './json.js';
import { userMessageSchema } from './message.js';
import { TASK_STATES } from './task.js';

const MAX_INT32 = 2_147_483_647;
const historyLength = optional(
  z.int('must be a whole number').min(0, 'must not be negative').max(MAX_INT32, 'is too large'),
);
const tenant = optionalId;
const MAX_OUTPUT_MODES = 100;

/** SendMessage and SendStreamingMessage (section 3.2.1). */
export const sendMessageRequest = z.object({
  tenant,
  message: userMessageSchema,
  configuration: optional(
    z.object({
      acceptedOutputModes: optional(listOf(z.string(), MAX_OUTPUT_MODES)),
      taskPushNotificationConfig: optional(jsonObject),
      historyLength,
      returnImmediately: optional(z.boolean()),
    }),
  ),
  metadata: optional(jsonObject),
});

/** GetTask (section 3.1.3). */
export const getTaskRequest = z.object({ tenant, id: requiredId, historyLength });

/** CancelTask (section 3.1.5). */
export const cancelTaskRequest = z.object({ tenant, id: requiredId, metadata: optional(jsonObject) });

/** SubscribeToTask (section 3.1.6). */
export const subscribeToTaskRequest = z.object({ tenant, id: requiredId });

/** The largest page that ListTasks serves (section 3.1.4). */
export const MAX_PAGE_SIZE = 100;

const timestamp = z.string().refine((value) => ISO_UTC.test(value) && isDay(value), {
  message: 'must be an ISO 8601 time in UTC, such as 2026-01-31T12:00:00.000Z',
});
const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

/** Date.parse takes the 30th of February for the 2nd of March. */
function isDay(value: string): boolean {
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value.slice(0, 10));
}

/** ListTasks (section 3.1.4). */
export const listTasksRequest = z.object({
  tenant,
  contextId: optionalId,
  status: optional(z.enum(TASK_STATES)),
  pageSize: optional(z.int('must be a whole number').min(1).max(MAX_PAGE_SIZE)),
  pageToken: optionalId,
  historyLength,
  statusTimestampAfter: optional(timestamp),
  includeArtifacts: optional(z.boolean()),
});

export type SendMessageRequest = z.output<typeof sendMessageRequest>;
export type GetTaskRequest = z.output<typeof getTaskRequest>;
export type CancelTaskRequest = z.output<typeof cancelTaskRequest>;
export type SubscribeToTaskRequest = z.output<typeof subscribeToTaskRequest>;
export type ListTasksRequest = z.output<typeof listTasksRequest>;
