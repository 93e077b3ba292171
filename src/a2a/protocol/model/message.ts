import { z } from 'zod';
import { type JsonObject, jsonObject, listOf, optional, optionalId, requiredId } from './json.js';
import { type Part, partSchema } from './part.js';

/** Who speaks. */
export type Role = 'ROLE_USER' | 'ROLE_AGENT';

/** One turn of a conversation (section 4.1.4). */
export interface Message {
  messageId: string;
  contextId?: string;
  taskId?: string;
  role: Role;
  parts: Part[];
  metadata?: JsonObject;
  extensions?: string[];
  referenceTaskIds?: string[];
}

/** Parts of one message. */
const MAX_PARTS = 5_000;
/** Extensions or tasks that one message refers to. */
const MAX_REFERENCES = 100;

/** The schema of a message that a client sends: only a client speaks as ROLE_USER. */
export const userMessageSchema = z.object({
  messageId: requiredId,
  contextId: optionalId,
  taskId: optionalId,
  role: z.literal('ROLE_USER', 'must be ROLE_USER'),
  parts: listOf(partSchema, MAX_PARTS, 1),
  metadata: optional(jsonObject),
  extensions: optional(listOf(z.string(), MAX_REFERENCES)),
  referenceTaskIds: optional(listOf(z.string(), MAX_REFERENCES)),
}) as unknown as z.ZodType<Message & { role: 'ROLE_USER' }>;
