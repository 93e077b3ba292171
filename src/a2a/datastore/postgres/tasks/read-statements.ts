/** The next events of a log; parameters: agent, owner, id, after, limit, the size in bytes at which to stop. */
export const READ_EVENTS_SQL = `
  with next as (
    select e.*, t.context_id, octet_length(e.body) + coalesce(octet_length(e.parts), 0) as size
      from a2a.task t
      join a2a.event e on e.task_no = t.no
     where t.agent = $1 and t.owner = $2 and t.id = $3 and e.seq > $4::bigint
     order by e.seq
     limit $5
  ), measured as (
    select next.*, sum(size) over (order by seq) - size as before
      from next
  )
  select seq, at, turn, body, appended, parts, context_id
    from measured
   where before < $6::bigint
   order by seq`;

/** A task, piece by piece; parameters: agent, owner, id, history length (null: all), whether with artifacts. */
export const LOAD_SQL = `
  select *
    from a2a.snapshot(array(select no from a2a.task where agent = $1 and owner = $2 and id = $3), $4, $5)`;
