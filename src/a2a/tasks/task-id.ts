import { createHash, randomUUID } from 'node:crypto';

const BUCKETS = 16;

/**
 * A new task id: unguessable, in the shape of a UUID. Its last digit is a bucket derived from the message
 * id, so that a task, its owner's list and the record of its message can share one shard.
 *
 * @returns 36 characters, 118 of the bits random
 */
export function newTaskId(messageId: string): string {
  const bucket = createHash('sha256').update(messageId).digest().readUInt8(0) % BUCKETS;
  return randomUUID().slice(0, -1) + bucket.toString(BUCKETS);
}
