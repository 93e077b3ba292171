import { z } from 'zod';
import { jsonObject, listOf, optional, optionalId, requiredId } from './json.js';
import { userMessageSchema } from './message.js';
import { taskStateSchema } from './task.js';

const MAX_INT32 = 2_147_483_647;
const historyLength = optional(
  z.int('must be a whole number').min(0, 'must not be negative').max(MAX_INT32, 'is too large'),
).meta({ description: 'How many of the newest messages of its history a task is to come with; 0 for none.' });
const tenant = optionalId.meta({ description: 'As the interface on the card says it.' });
const MAX_OUTPUT_MODES = 100;

/** How SendMessage is to answer (section 3.2.2). */
export const sendMessageConfiguration = z
  .object({
    acceptedOutputModes: optional(listOf(z.string(), MAX_OUTPUT_MODES)).meta({
      description: 'Media types that the client takes, such as text/plain.',
    }),
    taskPushNotificationConfig: optional(jsonObject).meta({
      description:
        'A TaskPushNotificationConfig for the task; refused by an agent that sends no notifications.',
    }),
    historyLength,
    returnImmediately: optional(z.boolean()).meta({
      description: 'true: answer when the task is stored, not when it has ended or waits for its caller.',
    }),
  })
  .meta({ description: 'How SendMessage is to answer (section 3.2.2).' });

/** SendMessage and SendStreamingMessage (section 3.2.1). */
export const sendMessageRequest = z.object({
  tenant,
  message: userMessageSchema,
  configuration: optional(sendMessageConfiguration),
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

const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;
const timestamp = z
  .string()
  .refine((value) => ISO_UTC.test(value) && isDay(value), {
    message: 'must be an ISO 8601 time in UTC, such as 2026-01-31T12:00:00.000Z',
  })
  .meta({ description: 'RFC 3339, in UTC.', format: 'date-time', pattern: ISO_UTC.source });

/** Date.parse takes the 30th of February for the 2nd of March. */
function isDay(value: string): boolean {
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value.slice(0, 10));
}

/** ListTasks (section 3.1.4). */
export const listTasksRequest = z.object({
  tenant,
  contextId: optionalId.meta({ description: 'Only tasks of this context.' }),
  status: optional(taskStateSchema),
  pageSize: optional(z.int('must be a whole number').min(1).max(MAX_PAGE_SIZE)).meta({
    description: 'Tasks of one page at most; 50 unless given.',
  }),
  pageToken: optionalId.meta({ description: 'The nextPageToken of the page before.' }),
  historyLength,
  statusTimestampAfter: optional(timestamp).meta({
    description: 'Only tasks whose status is of this time or later. RFC 3339, in UTC.',
  }),
  includeArtifacts: optional(z.boolean()).meta({ description: 'true: tasks come with their artifacts.' }),
});

/** GetExtendedAgentCard (section 3.1.11). */
export const getExtendedAgentCardRequest = z.object({ tenant });

export type SendMessageRequest = z.output<typeof sendMessageRequest>;
export type GetTaskRequest = z.output<typeof getTaskRequest>;
export type CancelTaskRequest = z.output<typeof cancelTaskRequest>;
export type SubscribeToTaskRequest = z.output<typeof subscribeToTaskRequest>;
export type ListTasksRequest = z.output<typeof listTasksRequest>;
