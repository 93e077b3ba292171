import { randomUUID } from 'node:crypto';
import { isReserved } from '../../../datastore/ports/index.js';
import type { Message, Part } from '../../../protocol/index.js';
import { FailTask } from '../../../skills/face/index.js';

/**
 * The parts of a message that a skill gives. A message stands in the log whole, so what is large has no place in it.
 *
 * @throws FailTask for content that is not inline, and for a URL that only the agent itself may write
 */
export function messageParts(content: string | readonly Part[]): Part[] {
  const parts = typeof content === 'string' ? [{ text: content }] : [...content];
  if (parts.some((part) => 'raw' in part && typeof part.raw !== 'string')) {
    throw new FailTask(
      'The skill gave a message with bytes or a stream. Messages take raw content in base64; give it as an artifact.',
    );
  }
  if (parts.some(isReserved)) {
    throw new FailTask(
      'The skill gave a message with a URL that begins with a2a-content:, which only the agent itself may write.',
    );
  }
  return parts;
}

/** A message from the agent (section 4.1.4). @throws FailTask as {@link messageParts} does */
export function agentMessage(
  content: string | readonly Part[],
  place: { contextId: string; taskId?: string },
): Message {
  return { messageId: randomUUID(), role: 'ROLE_AGENT', ...place, parts: messageParts(content) };
}
