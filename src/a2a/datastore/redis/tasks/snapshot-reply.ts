import type { Claim, TaskRecord } from '../../ports/index.js';
import { type Piece, readClaim, readRecord } from '../../stored/snapshot-pieces.js';
import type { StoredMembers } from '../../stored/stored-text.js';

/** What never changes of a task; texts as they are stored. */
export interface FixedPart {
  readonly owner: string;
  readonly id: string;
  readonly contextId: string;
  /** JSON. */
  readonly principal: string;
}

/** What the script part snapshot.lua returns. */
export type SnapshotReply = readonly [
  head: readonly [
    fixed: string,
    skillId: string,
    state: string,
    statusAt: string,
    turn: string,
    turnsEnded: string,
    sequence: string,
  ],
  metadata: readonly string[] | null,
  status: string | null,
  history: readonly string[],
  artifacts: readonly string[],
];

/** What the script part claim-turn.lua returns. */
export type ClaimReply = readonly [
  head: readonly [fence: string, attempt: number, runningMs: string, turn: number],
  message: string,
  steps: readonly string[],
  snapshot: SnapshotReply,
];

/** What the pieces of a reply have in common: they are of one task. */
const BLANK = { task_no: '', place: 0, name: '', body: '', parts: '' };

/** @param withHistory false: the record has none */
export function recordOf(reply: SnapshotReply, withHistory: boolean): TaskRecord {
  const record = readRecord(piecesOf(reply), withHistory);
  if (record === undefined) throw new Error('A task could not be read from what the scripts returned.');
  return record;
}

export function claimOf([head, message, steps, snapshot]: ClaimReply): Claim {
  const [fence, attempt, runningMs, turn] = head.map(Number);
  const { principal } = JSON.parse(snapshot[0][0]) as FixedPart;
  const body = JSON.stringify({ fence, attempt, runningMs, turn, principal });
  const pieces: Piece[] = [
    { ...BLANK, kind: 'claim', body },
    ...groupsOf(steps, 2).map(([name = '', result = '']) => ({
      ...BLANK,
      kind: 'step' as const,
      name,
      body: result,
    })),
    ...piecesOf(snapshot),
  ];
  const claim = readClaim(pieces, { opening: message });
  if (claim === undefined) throw new Error('A claim could not be read from what the scripts returned.');
  return claim;
}

function piecesOf([head, metadata, status, history, artifacts]: SnapshotReply): Piece[] {
  const [fixed, skillId, state, statusAt, turn, turnsEnded, sequence] = head;
  const { owner, id, contextId } = JSON.parse(fixed) as FixedPart;
  const body = JSON.stringify({
    owner,
    contextId,
    skillId,
    state,
    statusAt: Number(statusAt),
    metadata: metadata && (Object.fromEntries(groupsOf(metadata, 2)) as StoredMembers),
    turn: Number(turn),
    turnsEnded: Number(turnsEnded),
  });
  return [
    { ...BLANK, kind: 'task', place: Number(sequence), name: id, body },
    ...(status === null ? [] : [{ ...BLANK, kind: 'status' as const, body: status }]),
    ...history.map((message, index) => ({
      ...BLANK,
      kind: 'message' as const,
      place: -index,
      body: message,
    })),
    ...groupsOf(artifacts, 5).flatMap(([name = '', place, members = '', parts = '', following = '']) => [
      { ...BLANK, kind: 'artifact' as const, place: Number(place), name, body: members, parts },
      { ...BLANK, kind: 'tail' as const, name, parts: following },
    ]),
  ];
}

/** A flat list as lists of so many. */
export function groupsOf(flat: readonly string[], size: number): string[][] {
  return Array.from({ length: flat.length / size }, (_, index) =>
    flat.slice(index * size, (index + 1) * size),
  );
}
