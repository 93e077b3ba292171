import type { TaskState } from '../../../protocol/index.js';
import type { TaskInspection, TaskKey } from '../../ports/index.js';
import { readText } from '../../stored/stored-text.js';

/** What an operator sees of a task; parameters: agent, owner, id. */
export const INSPECT_SQL = `
  select t.skill_id, t.state, t.last_seq, t.turn, t.turns_ended, t.fence::float8 as fence,
         (t.lease_until - a2a.now_ms())::float8 as lease_ms,
         (t.due_at - a2a.now_ms())::float8 as due_ms,
         coalesce(
           (select json_agg(json_build_object('turn', turn, 'attempts', attempts, 'requeues', requeues) order by turn)
              from a2a.turn
             where task_no = t.no),
           '[]'
         ) as open_turns,
         coalesce(
           (select json_agg(json_build_object('key', key, 'bytes', octet_length(result)) order by key)
              from a2a.step
             where task_no = t.no and turn = t.turns_ended + 1),
           '[]'
         ) as steps
    from a2a.task t
   where t.agent = $1 and t.owner = $2 and t.id = $3`;

/** Parameters: agent, id. */
export const LOCATE_SQL = `select owner from a2a.task where agent = $1 and id = $2 order by owner`;

/** Parameters: agent, owner, at most. The order is that of one index only (`0006_lists.sql`), as for lists. */
export const COUNT_WAITING_SQL = `
  select count(*)::integer as waiting
    from (
           select 1
             from a2a.task
            where agent = $1 and owner = $2
              and state >= 'TASK_STATE_SUBMITTED' and state <= 'TASK_STATE_SUBMITTED'
            order by state desc, status_at desc, id desc
            limit $3
         ) task`;

/** A row of {@link INSPECT_SQL}. */
export interface InspectRow {
  readonly skill_id: string;
  readonly state: TaskState;
  readonly last_seq: number;
  readonly turn: number;
  readonly turns_ended: number;
  readonly fence: number;
  readonly lease_ms: number | null;
  readonly due_ms: number | null;
  readonly open_turns: TaskInspection['openTurns'];
  readonly steps: TaskInspection['steps'];
}

/** What this row of {@link INSPECT_SQL} says. */
export function readInspection(key: TaskKey, row: InspectRow): TaskInspection {
  return {
    key,
    skillId: readText(row.skill_id),
    state: row.state,
    sequence: row.last_seq,
    turn: row.turn,
    turnsEnded: row.turns_ended,
    fence: row.fence,
    ...(row.lease_ms !== null && { leaseMs: row.lease_ms }),
    ...(row.due_ms !== null && { dueMs: row.due_ms }),
    openTurns: row.open_turns,
    steps: row.steps.map(({ key: step, bytes }) => ({ key: readText(step), bytes })),
  };
}
