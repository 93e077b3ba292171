/** Extends leases; parameters: agent, owners, ids, fences, lease in ms. Returns the place of each that was extended. */
export const RENEW_SQL = `
  with claims as (
    select *
      from unnest($2::text[], $3::text[], $4::bigint[]) with ordinality as claim (owner, id, fence, place)
  ), held as (
    -- In one order everywhere, so that two who renew can not wait for each other; not in that of an index, which
    -- the server would walk to its end.
    select t.no, claims.place
      from claims
      join a2a.task t on t.agent = $1 and t.owner = claims.owner and t.id = claims.id
     where t.fence = claims.fence and t.lease_until is not null and not t.terminal
     order by t.no + 0
       for no key update of t
  )
  update a2a.task t
     set lease_until = a2a.now_ms() + $5, due_at = a2a.now_ms() + $5
    from held
   where t.no = held.no
  returning held.place::integer`;

/** Gives a claim back; parameters: agent, owner, id, fence, resume in ms, whether the attempt counts. */
export const RELEASE_SQL = `
  with released as (
    update a2a.task
       set lease_until = null, due_at = a2a.now_ms() + $5
     where agent = $1 and owner = $2 and id = $3
       and fence = $4 and lease_until is not null and not terminal
    returning no, turns_ended
  )
  update a2a.turn
     set attempts = attempts - 1
    from released
   where turn.task_no = released.no and turn.turn = released.turns_ended + 1 and not $6`;

/** Parameters: agent, owner, id, fence, key, result. No row if the fence is not the current one. */
export const SAVE_STEP_SQL = `
  with claimed as (
    select no, turns_ended + 1 as turn
      from a2a.task
     where agent = $1 and owner = $2 and id = $3
       and fence = $4 and lease_until is not null and not terminal
       for no key update
  )
  insert into a2a.step (task_no, turn, key, result)
  select no, turn, $5, $6 from claimed
  on conflict (task_no, turn, key) do update set result = excluded.result
  returning turn`;

/** Parameters: agent, owner, id, turn. No row if the turn is over or was never opened. */
export const REQUEUE_SQL = `
  update a2a.turn
     set requeues = requeues + 1
    from a2a.task t
   where t.agent = $1 and t.owner = $2 and t.id = $3
     and turn.task_no = t.no and turn.turn = $4
  returning turn.requeues`;

/** Parameter: agent. A claim stays its holder's until another takes the turn; only its time is over. */
export const EXPIRE_LEASES_SQL = `
  update a2a.task
     set lease_until = a2a.now_ms(), due_at = a2a.now_ms()
   where agent = $1 and due_at is not null and lease_until > a2a.now_ms()
  returning no`;
