import { randomUUID } from 'node:crypto';
import type { Message, Part } from '../../../protocol/index.js';

/** A message from the agent (section 4.1.4). */
export function agentMessage(
  content: string | readonly Part[],
  place: { contextId: string; taskId?: string },
): Message {
  const parts = typeof content === 'string' ? [{ text: content }] : [...content];
  return { messageId: randomUUID(), role: 'ROLE_AGENT', ...place, parts };
}
