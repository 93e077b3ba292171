import { createHash } from 'node:crypto';
import { stringify } from 'safe-stable-stringify';
import type { Delivery } from '../datastore/ports/index.js';
import type { Message } from '../protocol/index.js';

/**
 * What makes two deliveries of a message the same: its id and all of its content, in whatever order the members
 * came (section 3.3.1).
 *
 * @param message as its caller has sent it, before ids are added
 */
export function deliveryOf(message: Message, windowMs: number): Delivery {
  const digest = createHash('sha256').update(stringify(message)).digest('base64url');
  return { messageId: message.messageId, digest, windowMs };
}
