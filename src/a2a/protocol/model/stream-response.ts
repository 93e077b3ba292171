import { z } from 'zod';
import { artifactSchema } from './artifact.js';
import { jsonObject, oneOf } from './json.js';
import { messageSchema } from './message.js';
import { taskSchema, taskStatusSchema } from './task.js';

export const taskStatusUpdateEventSchema = z
  .object({
    taskId: z.string(),
    contextId: z.string(),
    status: taskStatusSchema,
    metadata: jsonObject.optional(),
  })
  .meta({ description: "A change of a task's status, or news about its work (section 4.2.1)." });

/** A change of a task's status, or news about its work (section 4.2.1). */
export interface TaskStatusUpdateEvent extends z.output<typeof taskStatusUpdateEventSchema> {}

export const taskArtifactUpdateEventSchema = z
  .object({
    taskId: z.string(),
    contextId: z.string(),
    artifact: artifactSchema,
    append: z.boolean().optional().meta({
      description:
        'true: the parts follow those already sent for this artifact; otherwise they replace them.',
    }),
    lastChunk: z.boolean().optional().meta({ description: 'true: nothing follows for this artifact.' }),
    metadata: jsonObject.optional(),
  })
  .meta({ description: 'An artifact, or a chunk of one (section 4.2.2).' });

/**
 * An artifact, or a chunk of one (section 4.2.2). With `append` the parts follow those already sent for this
 * artifact; otherwise they replace them.
 */
export interface TaskArtifactUpdateEvent extends z.output<typeof taskArtifactUpdateEventSchema> {}

export const streamResponseSchema = oneOf({
  task: taskSchema,
  message: messageSchema,
  statusUpdate: taskStatusUpdateEventSchema,
  artifactUpdate: taskArtifactUpdateEventSchema,
}).meta({ description: 'What one event of a stream holds: exactly one member (section 3.2.3).' });

/** What one event of a stream holds: exactly one member (section 3.2.3). */
export type StreamResponse = z.output<typeof streamResponseSchema>;

export const sendMessageResponseSchema = oneOf({ task: taskSchema, message: messageSchema }).meta({
  description: 'What SendMessage answers: exactly one member (section 3.1.1).',
});

/** What SendMessage answers: exactly one member (section 3.1.1). */
export type SendMessageResponse = z.output<typeof sendMessageResponseSchema>;
