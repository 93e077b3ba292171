import { createHash } from 'node:crypto';
import type { Message } from '../../protocol/index.js';
import type { TaskKey } from './task-record.js';

/** A message as it arrives: the same id and the same content are the same message (section 3.3.1). */
export interface Delivery {
  readonly messageId: string;
  /** A hash of all that makes the content. */
  readonly digest: string;
  /** How long the delivery is remembered. */
  readonly windowMs: number;
}

/** What became of a message that has come before. */
export type Delivered =
  /** It opened this turn of this task. */
  | { readonly as: 'turn'; readonly key: TaskKey; readonly turn: number }
  /** It was answered with a message. */
  | { readonly as: 'reply'; readonly reply: Message }
  /** It is being answered with a message. */
  | { readonly as: 'pending' }
  /** The id is the same, the content is not. */
  | { readonly as: 'conflict' };

/**
 * The messages that an owner has delivered. Those that open tasks and turns are recorded by the
 * {@link TaskStore} in the step that stores them; this is for the others, and for those who ask.
 */
export interface Deliveries {
  /** @returns undefined for a message that has not come before, or that has been forgotten */
  find(owner: string, delivery: Delivery): Promise<Delivered | undefined>;

  /**
   * Begins to answer a message with a message.
   *
   * @param leaseMs after this long another may begin anew
   * @returns undefined when it is the caller's to answer
   */
  begin(owner: string, delivery: Delivery, leaseMs: number): Promise<Delivered | undefined>;

  /** Stores the reply to a message that was begun; without one the message counts as never delivered. */
  end(owner: string, delivery: Delivery, reply?: Message): Promise<void>;
}

/** The injection token of the {@link Deliveries}. */
export const DELIVERIES = Symbol('nest-a2a:Deliveries');

/** An owner's tasks and deliveries are spread over so many buckets. */
export const BUCKETS = 16;

/** What shares a bucket of an owner shares a shard: a task, and the delivery of the message that made it. */
export function bucketOf(messageId: string): number {
  return createHash('sha256').update(messageId).digest().readUInt8(0) % BUCKETS;
}
