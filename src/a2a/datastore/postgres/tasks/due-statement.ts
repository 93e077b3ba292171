import type { TaskState } from '../../../protocol/index.js';
import type { DueQuery, DueTasks, ExpiredTask, OverdueTurn } from '../../ports/index.js';
import { readText } from '../../stored/stored-text.js';

/** Deliveries that one sweep forgets at most. */
const MAX_FORGOTTEN = 1_000;

/**
 * What recovery looks at. Parameters: agent, limit, recheck in ms, states and how old each may become, the number
 * of deliveries to forget. Only the next turn of a task can be overdue: the others must wait. Rows that are known are
 * named one by one; to be joined with them the server may walk through whole tables.
 */
export const TAKE_DUE_SQL = `
  with clock as materialized (
    select a2a.now_ms() as now_ms
  ), abandoned as (
    select no
      from a2a.task
     where agent = $1 and due_at is not null and lease_until is not null
       and due_at + 0 <= (select now_ms from clock)
     order by due_at + 0
     limit $2
       for no key update skip locked
  ), waiting as (
    select no
      from a2a.task
     where agent = $1 and lease_until is null and due_at <= (select now_ms from clock)
     order by due_at
     -- Turns that may only lie in their queue come behind those whose worker is gone.
     limit $2 - (select count(*) from abandoned)
       for no key update skip locked
  ), taken as (
    update a2a.task t
       set due_at = (select now_ms from clock) + $3
     where t.no = any(array(select no from abandoned union all select no from waiting))
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
    select ctid
      from a2a.delivery
     where agent = $1 and expires_at <= (select now_ms from clock)
     limit $6
       for update skip locked
  ), forgetting as (
    delete from a2a.delivery where ctid = any(array(select ctid from forgotten))
  )
  select 'turn' as kind, taken.owner, taken.id, taken.skill_id, taken.state, turn.turn, turn.attempts, turn.requeues
    from taken
   cross join lateral (
           select turn, attempts, requeues
             from a2a.turn
            where task_no = taken.no and turn = taken.turns_ended + 1
            limit 1
         ) turn
   union all
  select 'task', owner, id, skill_id, state, null, null, null
    from expired
   union all
  select 'more', null, null, null, null, null, null, null
    from forgotten
  having count(*) >= $6`;

/** A row of {@link TAKE_DUE_SQL}. */
export type DueRow =
  | DueTurnRow
  | (DueTaskRow & { readonly kind: 'task' })
  /** There may be more deliveries to forget. */
  | { readonly kind: 'more' };

interface DueTaskRow {
  readonly owner: string;
  readonly id: string;
  readonly skill_id: string;
  readonly state: TaskState;
}

interface DueTurnRow extends DueTaskRow {
  readonly kind: 'turn';
  readonly turn: number;
  readonly attempts: number;
  readonly requeues: number;
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
  const overdue = rows.flatMap<OverdueTurn>((row) => {
    if (row.kind !== 'turn') return [];
    const { turn, attempts, requeues } = row;
    return [{ ...taskOf(row), turn, attempts, requeues }];
  });
  const expired = rows.flatMap((row) => (row.kind === 'task' ? [taskOf(row)] : []));
  const more = rows.some(({ kind }) => kind === 'more');
  return { overdue, expired, more: more || overdue.length >= limit || expired.length >= limit };
}

function taskOf({ owner, id, skill_id, state }: DueTaskRow): ExpiredTask {
  return { key: { owner: readText(owner), taskId: readText(id) }, skillId: readText(skill_id), state };
}
