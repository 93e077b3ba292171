import type { Artifact, JsonValue, Message, Task, TaskState } from '../../protocol/index.js';
import type { Principal } from '../../identity/principal.js';
import type { Claim, TaskRecord } from '../ports/index.js';
import { readArtifact, readParts } from './stored-artifact.js';
import { readMessage, readOpening, type TaskIds } from './stored-message.js';
import { readMembers, readText, type StoredMembers } from './stored-text.js';

/** A row of the SQL function `snapshot`, or of `claim`, which adds kinds: a `claim` has the place of its message. */
export interface Piece {
  readonly task_no: string;
  readonly kind:
    | 'task'
    | 'status'
    | 'message'
    | 'artifact'
    | 'tail'
    | 'claim'
    | 'step'
    | 'page'
    | 'delivered';
  readonly place: number;
  readonly name: string;
  readonly body: string;
  readonly parts: string;
}

/** The body of a piece of kind `task`. */
interface TaskHead {
  readonly owner: string;
  readonly contextId: string;
  readonly skillId: string;
  readonly state: TaskState;
  readonly statusAt: number;
  readonly metadata: StoredMembers | null;
  readonly turn: number;
  readonly turnsEnded: number;
}

/** The body of a piece of kind `claim`. */
interface ClaimHead {
  readonly fence: number;
  readonly attempt: number;
  readonly runningMs: number;
  readonly turn: number;
  readonly principal: string;
}

/** A record, and the status time that a list orders by. */
export interface Snapshot {
  readonly record: TaskRecord;
  readonly statusAt: number;
}

/**
 * Puts the pieces of tasks together.
 *
 * @param withHistory false: no record has a history
 * @returns one snapshot for each piece of kind `task`, in their order
 */
export function readSnapshots(pieces: readonly Piece[], withHistory: boolean): Snapshot[] {
  const byTask = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const others = byTask.get(piece.task_no);
    if (others === undefined) byTask.set(piece.task_no, [piece]);
    else others.push(piece);
  }
  return pieces
    .filter(({ kind }) => kind === 'task')
    .map((task) => readSnapshot(task, byTask.get(task.task_no) ?? [], withHistory));
}

function readSnapshot(piece: Piece, pieces: readonly Piece[], withHistory: boolean): Snapshot {
  const head = JSON.parse(piece.body) as TaskHead;
  const ids: TaskIds = { taskId: readText(piece.name), contextId: readText(head.contextId) };
  const ofKind = (kind: Piece['kind']): Piece[] =>
    pieces.filter((other) => other.kind === kind).toSorted((a, b) => a.place - b.place);
  const messages = (kind: Piece['kind']): Message[] => ofKind(kind).map(({ body }) => readMessage(body, ids));

  const [message] = messages('status');
  const artifacts = readArtifacts(ofKind('artifact'), ofKind('tail'));
  const task: Task = {
    id: ids.taskId,
    contextId: ids.contextId,
    status: {
      state: head.state,
      ...(message && { message }),
      timestamp: new Date(head.statusAt).toISOString(),
    },
    ...(artifacts.length > 0 && { artifacts }),
    ...(withHistory && { history: messages('message') }),
    ...(head.metadata && { metadata: readMembers(head.metadata) }),
  };
  const record: TaskRecord = {
    key: { owner: readText(head.owner), taskId: ids.taskId },
    task,
    skillId: readText(head.skillId),
    sequence: piece.place,
    turn: head.turn,
    turnsEnded: head.turnsEnded,
  };
  return { record, statusAt: head.statusAt };
}

function readArtifacts(heads: readonly Piece[], tails: readonly Piece[]): Artifact[] {
  const partsOfTail = new Map(tails.map(({ name, parts }) => [name, parts]));
  return heads.map(({ name, body, parts }) => {
    const all = [parts, partsOfTail.get(name)].filter(Boolean).join(',');
    return readArtifact(readText(name), JSON.parse(body) as StoredMembers, readParts(all));
  });
}

/** @returns undefined when no piece is the task's: it is gone, or was never the owner's */
export function readRecord(pieces: readonly Piece[], withHistory = true): TaskRecord | undefined {
  return readSnapshots(pieces, withHistory)[0]?.record;
}

/**
 * @param known what the caller has read already: the record of these pieces, the stored message that opened the turn
 * @returns the claim that the SQL function `claim` gave, or undefined if it gave none
 */
export function readClaim(
  pieces: readonly Piece[],
  known: { readonly record?: TaskRecord; readonly opening?: string } = {},
): Claim | undefined {
  const piece = pieces.find(({ kind }) => kind === 'claim');
  const record = known.record ?? readRecord(pieces);
  const opening =
    known.opening ?? pieces.find(({ kind, place }) => kind === 'message' && place === piece?.place)?.body;
  if (piece === undefined || record === undefined || opening === undefined) return undefined;

  const { fence, attempt, runningMs, turn, principal } = JSON.parse(piece.body) as ClaimHead;
  const steps = pieces.filter(({ kind }) => kind === 'step');
  return {
    fence,
    attempt,
    runningMs,
    turn,
    principal: JSON.parse(principal) as Principal,
    ...readOpening(opening, { taskId: record.task.id, contextId: record.task.contextId }),
    record,
    steps: new Map(steps.map(({ name, body }) => [readText(name), JSON.parse(body) as JsonValue])),
  };
}
