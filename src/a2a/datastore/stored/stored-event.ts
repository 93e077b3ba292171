import { endsTurn, isTerminal, type TaskState } from '../../protocol/index.js';
import type { NewTaskEvent, TaskEvent } from '../ports/index.js';
import { readParts, storedHead, storedParts } from './stored-artifact.js';
import { storedMessage, type TaskIds, withIds } from './stored-message.js';
import { storedMembers, type StoredMembers, storedText } from './stored-text.js';

/** The event that every log begins with. */
export const SUBMITTED: NewTaskEvent = { statusUpdate: { status: { state: 'TASK_STATE_SUBMITTED' } } };

/** One read of a log stops after the event that brings it to this size. */
export const MAX_READ_BYTES = 1024 * 1024;

/** An event as the functions and scripts that write it read it (`write_events`). */
interface StoredEvent {
  /** The event's JSON text, without what the store adds and without the parts of an artifact. */
  readonly body: string;
  /** A status. */
  readonly state?: TaskState;
  readonly ends?: 'turn' | 'task';
  readonly metadata?: StoredMembers;
  /** A message, or a status's message, as JSON text. */
  readonly message?: string;
  /** An artifact: its id. */
  readonly artifact?: string;
  readonly head?: StoredMembers;
  readonly parts?: string;
  readonly append?: boolean;
  readonly last?: boolean;
}

/** A row of a2a.event, with the ids that its task's events carry. */
export interface EventRow {
  readonly seq: number;
  readonly at: string;
  readonly turn: number;
  readonly body: string;
  readonly appended: boolean | null;
  readonly parts: string | null;
}

/** Events as one JSON parameter: their texts are strings inside it, so that nothing in them can offend `jsonb`. */
export function storedEvents(events: readonly NewTaskEvent[], claimed: boolean): string {
  return JSON.stringify(events.map((event) => storedEvent(event, claimed)));
}

function storedEvent(event: NewTaskEvent, claimed: boolean): StoredEvent {
  if ('message' in event) {
    const { message, acceptedOutputModes, principal } = event;
    return {
      body: JSON.stringify({ message }),
      message: storedMessage(message, acceptedOutputModes, principal),
    };
  }
  if ('statusUpdate' in event) {
    const { status, metadata } = event.statusUpdate;
    return {
      body: JSON.stringify(event),
      state: status.state,
      ends: isTerminal(status.state)
        ? 'task'
        : (claimed ? endsClaim : endsTurn)(status.state)
          ? 'turn'
          : undefined,
      message: status.message && JSON.stringify(status.message),
      metadata: metadata && storedMembers(metadata),
    };
  }
  const { artifact, ...rest } = event.artifactUpdate;
  const { parts, ...members } = artifact;
  return {
    body: JSON.stringify({ artifactUpdate: { artifact: members, ...rest } }),
    artifact: storedText(artifact.artifactId),
    head: storedHead(artifact),
    parts: storedParts(parts),
    append: rest.append,
    last: rest.lastChunk,
  };
}

/** The log entry in this row. */
export function readEvent(row: EventRow, ids: TaskIds): TaskEvent {
  const at = Number(row.at);
  return { sequence: row.seq, at, turn: row.turn, body: readBody(row, at, ids) };
}

function readBody(row: EventRow, at: number, ids: TaskIds): TaskEvent['body'] {
  const event = JSON.parse(row.body) as NewTaskEvent;
  if ('message' in event) return { message: withIds(event.message, ids) };
  if ('statusUpdate' in event) {
    const { status, ...rest } = event.statusUpdate;
    const { message, ...members } = status;
    return {
      statusUpdate: {
        ...ids,
        ...rest,
        status: {
          ...members,
          ...(message && { message: withIds(message, ids) }),
          timestamp: new Date(at).toISOString(),
        },
      },
    };
  }
  const { artifact, append, ...rest } = event.artifactUpdate;
  // A chunk that was to be appended to nothing went into the log as the artifact's first one.
  const appends = append === true ? row.appended === true && { append } : append === false && { append };
  return {
    artifactUpdate: {
      ...ids,
      artifact: { ...artifact, parts: readParts(row.parts ?? '') },
      ...appends,
      ...rest,
    },
  };
}

/**
 * Checks what no guard in the database could make good.
 *
 * @param claimed whether the holder of a claim writes them: the right to write ends with the turn then
 * @throws RangeError if an event follows one that ends the right to write
 */
export function assertOrder(events: readonly NewTaskEvent[], claimed: boolean): void {
  const end = events.findIndex((event) => {
    if (!('statusUpdate' in event)) return false;
    const { state } = event.statusUpdate.status;
    return claimed ? endsClaim(state) : isTerminal(state);
  });
  if (end !== -1 && end < events.length - 1) {
    throw new RangeError(
      `Event ${end + 1} of ${events.length} ends the ${claimed ? 'turn' : 'task'}: put it last, nothing can follow it.`,
    );
  }
}

/** Whether a claim ends with this state: SUBMITTED hands the task to the turn that waits. */
function endsClaim(state: TaskState): boolean {
  return endsTurn(state) || state === 'TASK_STATE_SUBMITTED';
}

/** Whether these events bring their task to its end. */
export function endsTask(events: readonly NewTaskEvent[]): boolean {
  const last = events.at(-1);
  return last !== undefined && 'statusUpdate' in last && isTerminal(last.statusUpdate.status.state);
}
