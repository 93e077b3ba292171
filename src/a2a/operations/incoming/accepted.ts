import type { TaskRecord } from '../../datastore/ports/index.js';
import type { Message } from '../../protocol/index.js';

/** What a message has led to. */
export type Accepted =
  /** The task as it stood when the message was stored; `turn` is the message's. */
  { readonly record: TaskRecord; readonly turn: number } | { readonly message: Message };
