import { z } from 'zod';
import { optional, optionalId, requiredId } from './json.js';

const authenticationInfo = z
  .object({
    scheme: z
      .string()
      .min(1, 'must not be empty')
      .meta({ examples: ['Bearer'] }),
    credentials: optional(z.string()),
  })
  .meta({ description: 'What the Authorization header of a notification says.' });

const taskPushNotificationConfig = z
  .object({
    tenant: optionalId,
    id: optionalId,
    taskId: optionalId,
    url: z.string().min(1, 'must not be empty').meta({ description: 'Where notifications are sent.' }),
    token: optional(z.string()),
    authentication: optional(authenticationInfo),
  })
  .meta({ description: 'Where news of a task is sent, and how (section 4.3.1).' });

const named = { tenant: optionalId, taskId: requiredId, id: requiredId };
const getTaskPushNotificationConfigRequest = z.object(named);
const deleteTaskPushNotificationConfigRequest = z.object(named);

const listTaskPushNotificationConfigsRequest = z.object({
  tenant: optionalId,
  taskId: requiredId,
  pageSize: optional(z.int('must be a whole number')),
  pageToken: optionalId,
});

const listTaskPushNotificationConfigsResponse = z.object({
  configs: z.array(taskPushNotificationConfig),
  nextPageToken: z.string().optional(),
});

/** The messages about push notifications, by their names in the protocol's definition. */
export const PUSH_MESSAGES = {
  TaskPushNotificationConfig: taskPushNotificationConfig,
  AuthenticationInfo: authenticationInfo,
  GetTaskPushNotificationConfigRequest: getTaskPushNotificationConfigRequest,
  DeleteTaskPushNotificationConfigRequest: deleteTaskPushNotificationConfigRequest,
  ListTaskPushNotificationConfigsRequest: listTaskPushNotificationConfigsRequest,
  ListTaskPushNotificationConfigsResponse: listTaskPushNotificationConfigsResponse,
} as const;
