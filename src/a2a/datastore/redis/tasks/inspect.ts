import type { TaskState } from '../../../protocol/index.js';
import type { TaskInspection, TaskKey } from '../../ports/index.js';
import { readText } from '../../stored/stored-text.js';
import { groupsOf } from './snapshot-reply.js';

/** What the script inspect.lua returns of a task. */
export type InspectReply = readonly [
  head: readonly [
    skillId: string,
    state: TaskState,
    sequence: string,
    turn: string,
    turnsEnded: string,
    fence: string,
    leaseMs: string | null,
    dueMs: string | null,
  ],
  turns: readonly string[],
  steps: readonly string[],
];

export function readInspection(key: TaskKey, [head, turns, steps]: InspectReply): TaskInspection {
  const [skillId, state, sequence, turn, turnsEnded, fence, leaseMs, dueMs] = head;
  return {
    key,
    skillId: readText(skillId),
    state,
    sequence: Number(sequence),
    turn: Number(turn),
    turnsEnded: Number(turnsEnded),
    fence: Number(fence),
    ...(leaseMs !== null && { leaseMs: Number(leaseMs) }),
    ...(dueMs !== null && { dueMs: Number(dueMs) }),
    openTurns: groupsOf(turns, 3).map((counts) => {
      const [number = 0, attempts = 0, requeues = 0] = counts.map(Number);
      return { turn: number, attempts, requeues };
    }),
    steps: groupsOf(steps, 2)
      .map(([name = '', bytes]) => ({ key: readText(name), bytes: Number(bytes) }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  };
}
