import { randomUUID } from 'node:crypto';
import { bucketOf } from '../datastore/ports/index.js';

/**
 * A new task id: unguessable, in the shape of a UUID. Its last digit is the bucket of the message id, so that a
 * task, its owner's list and the record of its message can share one shard.
 *
 * @returns 36 characters, 118 of the bits random
 */
export function newTaskId(messageId: string): string {
  return randomUUID().slice(0, -1) + bucketOf(messageId).toString(16);
}
