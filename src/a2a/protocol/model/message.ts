import { z } from 'zod';
import { type JsonObject, jsonObject, optional, requiredString } from './json.js';
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

/** The schema of a message that a client sends: only a client speaks as ROLE_USER. */
export const userMessageSchema = z.object({
  messageId: requiredString,
  contextId: optional(z.string()).transform((value) => value || undefined),
  taskId: optional(z.string()).transform((value) => value || undefined),
  role: z.literal('ROLE_USER', 'must be ROLE_USER'),
  parts: z.array(partSchema).min(1, 'must hold at least one part'),
  metadata: optional(jsonObject),
  extensions: optional(z.array(z.string())),
  referenceTaskIds: optional(z.array(z.string())),
}) as unknown as z.ZodType<Message & { role: 'ROLE_USER' }>;
