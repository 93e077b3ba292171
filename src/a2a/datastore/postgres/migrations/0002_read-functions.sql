create function a2a.now_ms() returns bigint
language sql volatile
as $$
  select floor(extract(epoch from clock_timestamp()) * 1000)::bigint
$$;

-- A piece of a task as a reader wants it; see snapshot().
create type a2a.piece as (
  task_no bigint,
  kind    text,
  place   integer,
  name    text,
  body    text,
  parts   text
);

-- All that makes up these tasks, piece by piece, as of one moment:
--   task      the row; name is the id
--   status    the message of the current status, if it has one
--   message   history, newest first
--   artifact  as far as it is compacted; name is its id
--   tail      the parts of an artifact that are not compacted yet; name is its id
create function a2a.snapshot(nos bigint[], history_length integer, with_artifacts boolean)
returns setof a2a.piece
language sql stable
as $$
  select t.no, 'task', t.last_seq, t.id,
         json_build_object(
           'owner', t.owner,
           'contextId', t.context_id,
           'skillId', t.skill_id,
           'state', t.state,
           'statusAt', t.status_at,
           'metadata', t.metadata,
           'turn', t.turn,
           'turnsEnded', t.turns_ended
         )::text,
         null::text
    from a2a.task t
   where t.no = any (nos)
  union all
  select t.no, 'status', m.place, null, m.body, null
    from a2a.task t
    join a2a.message m on m.task_no = t.no and m.place = t.status_seq
   where t.no = any (nos)
  union all
  select t.no, 'message', m.place, null, m.body, null
    from a2a.task t
   cross join lateral (
           select place, body
             from a2a.message
            where task_no = t.no and place <> t.status_seq
            order by place desc
            limit history_length
         ) m
   where t.no = any (nos)
  union all
  select a.task_no, 'artifact', a.place, a.artifact_id, a.head::text, a.parts
    from a2a.artifact a
   where with_artifacts
     and a.task_no = any (nos)
     and not exists (
           select from a2a.artifact newer
            where newer.task_no = a.task_no and newer.artifact_id = a.artifact_id and newer.turn > a.turn
         )
  union all
  select a.task_no, 'tail', a.tail_from, a.artifact_id, null,
         coalesce(string_agg(nullif(e.parts, ''), ',' order by e.seq), '')
    from a2a.artifact a
    join a2a.event e on e.task_no = a.task_no and e.seq >= a.tail_from and e.artifact_id = a.artifact_id
   where with_artifacts
     and a.task_no = any (nos)
     and not exists (
           select from a2a.artifact newer
            where newer.task_no = a.task_no and newer.artifact_id = a.artifact_id and newer.turn > a.turn
         )
   group by a.task_no, a.artifact_id, a.tail_from
$$;
