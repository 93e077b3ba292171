import { z } from 'zod';
import { jsonObject, listOf, optional, optionalId, requiredId } from './json.js';
import { partSchema } from './part.js';

/** Who speaks. */
export type Role = z.output<typeof roleSchema>;

export const roleSchema = z.enum(['ROLE_USER', 'ROLE_AGENT']).meta({ description: 'Who speaks.' });

/** One turn of a conversation (section 4.1.4). */
export const messageSchema = z
  .object({
    messageId: z.string().meta({ description: 'Made by the sender, unique for every message.' }),
    contextId: z.string().optional(),
    taskId: z.string().optional(),
    role: roleSchema,
    parts: z.array(partSchema).min(1),
    metadata: jsonObject.optional(),
    extensions: z.array(z.string()).optional(),
    referenceTaskIds: z.array(z.string()).optional(),
  })
  .meta({ description: 'One turn of a conversation (section 4.1.4).' });

/** One turn of a conversation (section 4.1.4). */
export interface Message extends z.output<typeof messageSchema> {}

/** Parts of one message. */
const MAX_PARTS = 5_000;
/** Extensions or tasks that one message refers to. */
const MAX_REFERENCES = 100;

/** The schema of a message that a client sends: only a client speaks as ROLE_USER. */
export const userMessageSchema = z
  .object({
    messageId: requiredId,
    contextId: optionalId,
    taskId: optionalId,
    role: z.literal('ROLE_USER', 'must be ROLE_USER'),
    parts: listOf(partSchema, MAX_PARTS, 1),
    metadata: optional(jsonObject),
    extensions: optional(listOf(z.string(), MAX_REFERENCES)),
    referenceTaskIds: optional(listOf(z.string(), MAX_REFERENCES)),
  })
  .meta({ description: 'A Message by a client, within the bounds that this agent sets.' });
