import { z } from 'zod';
import { artifactSchema } from './artifact.js';
import { jsonObject } from './json.js';
import { messageSchema } from './message.js';

/** The states of a task (section 4.1.3). UNSPECIFIED is never emitted and so does not exist here. */
export const TASK_STATES = [
  'TASK_STATE_SUBMITTED',
  'TASK_STATE_WORKING',
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_INPUT_REQUIRED',
  'TASK_STATE_REJECTED',
  'TASK_STATE_AUTH_REQUIRED',
] as const;

export const taskStateSchema = z
  .enum(TASK_STATES)
  .meta({ description: 'What a task is doing, or how it ended (section 4.1.3).' });

/** One of {@link TASK_STATES}. */
export type TaskState = z.output<typeof taskStateSchema>;

export const taskStatusSchema = z
  .object({
    state: taskStateSchema,
    message: messageSchema.optional(),
    timestamp: z
      .string()
      .meta({
        description: 'RFC 3339, in UTC, with milliseconds.',
        format: 'date-time',
        pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`,
      })
      .optional(),
  })
  .meta({ description: 'Where a task stands (section 4.1.2).' });

/** Where a task stands (section 4.1.2). `timestamp` is ISO 8601, UTC, with milliseconds. */
export interface TaskStatus extends z.output<typeof taskStatusSchema> {}

export const taskSchema = z
  .object({
    id: z.string(),
    contextId: z.string(),
    status: taskStatusSchema,
    artifacts: z.array(artifactSchema).optional(),
    history: z.array(messageSchema).optional(),
    metadata: jsonObject.optional(),
  })
  .meta({ description: 'A unit of work (section 4.1.1).' });

/** A unit of work (section 4.1.1). */
export interface Task extends z.output<typeof taskSchema> {}

/** A page of tasks (section 3.1.4); every member is always there. */
export const listTasksResponse = z
  .object({
    tasks: z.array(taskSchema) as unknown as z.ZodType<readonly Task[]>,
    nextPageToken: z.string().meta({ description: 'Leads to the next page; empty on the last one.' }),
    pageSize: z.int().meta({ description: 'Tasks that a page of this listing holds at most.' }),
    totalSize: z.int().min(0).meta({ description: 'All tasks that match, before paging.' }),
  })
  .meta({ description: 'A page of tasks (section 3.1.4).' });

/** A page of tasks (section 3.1.4); every member is always there. */
export interface ListTasksResponse extends z.output<typeof listTasksResponse> {}
