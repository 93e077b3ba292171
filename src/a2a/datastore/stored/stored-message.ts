import type { Principal } from '../../identity/principal.js';
import type { Message } from '../../protocol/index.js';

/** The ids that stand in everything that a task sends. */
export interface TaskIds {
  readonly taskId: string;
  readonly contextId: string;
}

/** A message as JSON, beside which stands what was said of its turn and is no part of it. */
interface StoredMessage extends Message {
  readonly acceptedOutputModes?: readonly string[];
  readonly principal?: Principal;
}

/** A message that opens a turn, and what was said of the turn. */
export interface Opening {
  readonly message: Message;
  /** The media types that its sender takes; empty: anything. */
  readonly acceptedOutputModes: readonly string[];
  /** Undefined: as the task's. */
  readonly principal?: Principal;
}

/**
 * The JSON text of a message that opens a turn.
 *
 * @param acceptedOutputModes empty: anything
 * @param principal who sends it; undefined: as the task's
 */
export function storedMessage(
  message: Message,
  acceptedOutputModes: readonly string[] = [],
  principal?: Principal,
): string {
  const stored: StoredMessage = {
    ...message,
    // Written in any case, so that nothing in a message can pass for them.
    acceptedOutputModes: acceptedOutputModes.length > 0 ? acceptedOutputModes : undefined,
    principal,
  };
  return JSON.stringify(stored);
}

/** The message that {@link storedMessage} stored. A message of a task carries the task's ids. */
export function readMessage(stored: string, ids: TaskIds): Message {
  return readOpening(stored, ids).message;
}

/** What {@link storedMessage} stored. */
export function readOpening(stored: string, ids: TaskIds): Opening {
  const { acceptedOutputModes = [], principal, ...message } = JSON.parse(stored) as StoredMessage;
  return { message: withIds(message, ids), acceptedOutputModes, ...(principal && { principal }) };
}

/** A message of a task carries the task's ids; one that came without them gets them here. */
export function withIds(message: Message, ids: TaskIds): Message {
  return { ...message, contextId: message.contextId ?? ids.contextId, taskId: message.taskId ?? ids.taskId };
}
