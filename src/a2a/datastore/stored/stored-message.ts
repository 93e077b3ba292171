import type { Message } from '../../protocol/index.js';

/** The ids that stand in everything that a task sends. */
export interface TaskIds {
  readonly taskId: string;
  readonly contextId: string;
}

/** A message as JSON, beside which stands what was said of its turn and is no part of it. */
interface StoredMessage extends Message {
  readonly acceptedOutputModes?: readonly string[];
}

/** The JSON text of a message that opens a turn. @param acceptedOutputModes empty: anything */
export function storedMessage(message: Message, acceptedOutputModes: readonly string[] = []): string {
  const stored: StoredMessage =
    acceptedOutputModes.length > 0 ? { ...message, acceptedOutputModes } : message;
  return JSON.stringify(stored);
}

/** The message that {@link storedMessage} stored. A message of a task carries the task's ids. */
export function readMessage(stored: string, ids: TaskIds): Message {
  return readOpening(stored, ids).message;
}

/** What {@link storedMessage} stored: the message, and the media types that its sender takes; empty: anything. */
export function readOpening(
  stored: string,
  ids: TaskIds,
): { message: Message; acceptedOutputModes: readonly string[] } {
  const { acceptedOutputModes = [], ...message } = JSON.parse(stored) as StoredMessage;
  return { message: withIds(message, ids), acceptedOutputModes };
}

/** A message of a task carries the task's ids; one that came without them gets them here. */
export function withIds(message: Message, ids: TaskIds): Message {
  return { ...message, contextId: message.contextId ?? ids.contextId, taskId: message.taskId ?? ids.taskId };
}
