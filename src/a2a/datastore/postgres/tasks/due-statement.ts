import type { TaskState } from '../../../protocol/index.js';
import type { DueQuery, DueTasks, OverdueTurn } from '../../ports/index.js';
import { readText } from '../../stored/stored-text.js';

/** Deliveries that one sweep forgets at most. */
const MAX_FORGOTTEN = 1_000;

/**
 * What recovery looks at. Parameters: agent, limit, recheck in ms, states and how old each may become, the number
 * of deliveries to forget. Only the next turn of a task can be overdue: the others must wait.
 */
export const TAKE_DUE_SQL = `
  with clock as materialized (
    select a2a.now_ms() as now_ms
  ), overdue as (
    select no
      from a2a.task
     where agent = $1 and due_at <= (select now_ms from clock)
     -- Turns whose worker is gone before those that may only lie in their queue.
     order by lease_until is null, due_at
     limit $2
       for no key update skip locked
  ), taken as (
    update a2a.task t
       set due_at = (select now_ms from clock) + $3
      from overdue
     where t.no = overdue.no
    returning t.no, t.owner, t.id, t.skill_id, t.state, t.turns_ended
  ), expired as (
    select task.*
      from unnest($4::text[], $5::bigint[]) as age (state, max_ms)
     cross join lateral (
             select owner, id, skill_id, state
               from a2a.task
              where agent = $1 and state = age.state and due_at is null
                and status_at < (select now_ms from clock) - age.max_ms
              order by status_at
              limit $2
           ) task
     limit $2
  ), forgotten as (
    select agent, owner, message_key
      from a2a.delivery
     where agent = $1 and expires_at <= (select now_ms from clock)
     limit $6
       for update skip locked
  ), forgetting as (
    delete from a2a.delivery d
     using forgotten f
     where d.agent = f.agent and d.owner = f.owner and d.message_key = f.message_key
  )
  select taken.owner, taken.id, taken.skill_id, taken.state, turn.turn, turn.attempts, turn.requeues
    from taken
    join a2a.turn on turn.task_no = taken.no and turn.turn = taken.turns_ended + 1
   union all
  select owner, id, skill_id, state, null, null, null
    from expired`;

/** A row of {@link TAKE_DUE_SQL}; of an expired task without a turn. */
export interface DueRow {
  readonly owner: string;
  readonly id: string;
  readonly skill_id: string;
  readonly state: TaskState;
  readonly turn: number | null;
  readonly attempts: number | null;
  readonly requeues: number | null;
}

/** Parameters of {@link TAKE_DUE_SQL}. */
export function dueValues(agent: string, { limit, recheckMs, maxAgeMs }: DueQuery): unknown[] {
  const ages = Object.entries(maxAgeMs).filter(([, ms]) => Number.isFinite(ms));
  return [
    agent,
    limit,
    recheckMs,
    ages.map(([state]) => state),
    ages.map(([, ms]) => Math.round(ms)),
    MAX_FORGOTTEN,
  ];
}

/** What these rows of {@link TAKE_DUE_SQL} say. */
export function readDue(rows: readonly DueRow[], { limit }: DueQuery): DueTasks {
  const tasks = rows.map(({ owner, id, skill_id, state, turn, attempts, requeues }) => {
    const task = {
      key: { owner: readText(owner), taskId: readText(id) },
      skillId: readText(skill_id),
      state,
    };
    return turn === null
      ? { task }
      : { task, turn: { turn, attempts: attempts ?? 0, requeues: requeues ?? 0 } };
  });
  const overdue = tasks.flatMap<OverdueTurn>(({ task, turn }) => (turn ? [{ ...task, ...turn }] : []));
  const expired = tasks.flatMap(({ task, turn }) => (turn ? [] : [task]));
  return { overdue, expired, more: overdue.length >= limit || expired.length >= limit };
}
