-- Joins an artifact's chunks (or those of all artifacts, if only_id is null) to what is compacted already.
create function a2a.compact_artifacts(task bigint, only_id text) returns void
language sql volatile
as $$
  with tail as (
    select a.artifact_id, a.turn, string_agg(nullif(e.parts, ''), ',' order by e.seq) as parts
      from a2a.artifact a
      join a2a.event e on e.task_no = a.task_no and e.seq >= a.tail_from and e.artifact_id = a.artifact_id
     where a.task_no = task and (only_id is null or a.artifact_id = only_id)
     group by a.artifact_id, a.turn
  )
  update a2a.artifact a
     set parts = concat_ws(',', nullif(a.parts, ''), tail.parts), tail_from = null
    from tail
   where a.task_no = task and a.artifact_id = tail.artifact_id and a.turn = tail.turn
$$;

-- Brings an artifact up to date with one event of the log. Returns whether the event appends: a chunk of an
-- artifact that does not exist begins it, so that nothing is dropped.
create function a2a.write_artifact(task bigint, event jsonb, event_seq integer, event_turn integer, writer bigint)
returns boolean
language plpgsql volatile
as $$
declare
  id        text := event ->> 'artifact';
  new_head  jsonb := event -> 'head';
  appending boolean := coalesce((event ->> 'append')::boolean, false);
  whole     boolean;
  a         a2a.artifact;
begin
  select * into a from a2a.artifact
   where task_no = task and artifact_id = id
   order by turn desc
   limit 1;
  appending := appending and found;
  whole := not appending and coalesce((event ->> 'last')::boolean, false);

  if a.turn is distinct from event_turn then
    if appending and a.tail_from is not null then
      perform a2a.compact_artifacts(task, id);
      select * into a from a2a.artifact where task_no = task and artifact_id = id and turn = a.turn;
    end if;
    insert into a2a.artifact (task_no, artifact_id, turn, fence, place, head, parts, tail_from)
    values (
      task, id, event_turn, writer, coalesce(a.place, event_seq),
      case when appending then a.head || new_head else new_head end,
      case when appending then a.parts when whole then event ->> 'parts' else '' end,
      case when not whole then event_seq end
    );
  elsif not appending then
    update a2a.artifact
       set fence = writer,
           head = new_head,
           parts = case when whole then event ->> 'parts' else '' end,
           tail_from = case when not whole then event_seq end
     where task_no = task and artifact_id = id and turn = a.turn;
  elsif a.tail_from is null or not a.head @> new_head or (writer is not null and writer is distinct from a.fence) then
    update a2a.artifact
       set fence = coalesce(writer, a.fence), head = a.head || new_head, tail_from = coalesce(a.tail_from, event_seq)
     where task_no = task and artifact_id = id and turn = a.turn;
  end if;
  return appending;
end
$$;

-- Tidies up after a turn's end: what earlier attempts alone wrote goes, what stays is compacted.
create function a2a.settle_turn(task bigint, ended_turn integer, turns_ended integer, writer bigint) returns void
language plpgsql volatile
as $$
begin
  if writer is not null then
    delete from a2a.artifact where task_no = task and turn = ended_turn and fence is distinct from writer;
  end if;
  delete from a2a.artifact older
   using a2a.artifact newer
   where older.task_no = task
     and newer.task_no = task
     and newer.artifact_id = older.artifact_id
     and newer.turn > older.turn;
  perform a2a.compact_artifacts(task, null);
  delete from a2a.step where task_no = task and turn <= turns_ended;
  delete from a2a.turn where task_no = task and turn <= turns_ended;
end
$$;

-- Writes events into the log and the snapshot of a task whose row is locked. writer is the fence of the claim,
-- or null for one without a claim, whose messages open turns.
create function a2a.write_events(t a2a.task, writer bigint, events jsonb) returns a2a.task
language plpgsql volatile
as $$
declare
  event      jsonb;
  event_turn integer;
  appending  boolean;
  ends       text;
begin
  t.last_at := greatest(t.last_at, a2a.now_ms());
  for event in select value from jsonb_array_elements(events) loop
    t.last_seq := t.last_seq + 1;
    event_turn := least(t.turns_ended + 1, t.turn);
    appending := null;

    if event ? 'state' then
      ends := event ->> 'ends';
      if event ->> 'state' <> t.state or event ? 'message' or (ends is not null and writer is not null) then
        t.state := event ->> 'state';
        t.status_at := t.last_at;
        t.status_seq := t.last_seq;
        if event ? 'message' then
          insert into a2a.message (task_no, place, body) values (t.no, t.last_seq, event ->> 'message');
        end if;
        if ends is not null then
          t.terminal := ends = 'task';
          t.turns_ended := case when t.terminal then t.turn else event_turn end;
          t.fence := t.fence + case when t.terminal then 1 else 0 end;
          t.lease_until := null;
          -- The next turn's job may have been lost while it waited.
          t.due_at := case when t.turns_ended < t.turn then t.last_at + 30000 end;
          perform a2a.settle_turn(t.no, event_turn, t.turns_ended, writer);
        end if;
      elsif event ? 'metadata' then
        t.metadata := coalesce(t.metadata, '{}') || (event -> 'metadata');
      end if;
    elsif not event ? 'artifact' then
      insert into a2a.message (task_no, place, body) values (t.no, t.last_seq, event ->> 'message');
      if writer is null then
        t.turn := t.turn + 1;
        event_turn := t.turn;
        insert into a2a.turn (task_no, turn, message_place) values (t.no, t.turn, t.last_seq);
        t.due_at := coalesce(t.due_at, t.last_at + 30000);
      end if;
    end if;

    if event ? 'artifact' then
      appending := a2a.write_artifact(t.no, event, t.last_seq, event_turn, writer);
    end if;
    insert into a2a.event (task_no, seq, at, turn, body, artifact_id, appended, parts)
    values (
      t.no, t.last_seq, t.last_at, event_turn, event ->> 'body',
      event ->> 'artifact', appending, event ->> 'parts'
    );
    if appending and (event ->> 'last')::boolean then
      perform a2a.compact_artifacts(t.no, event ->> 'artifact');
    end if;
  end loop;

  update a2a.task
     set state = t.state, terminal = t.terminal, status_seq = t.status_seq, status_at = t.status_at,
         metadata = t.metadata, last_seq = t.last_seq, last_at = t.last_at,
         turn = t.turn, turns_ended = t.turns_ended, skill_id = t.skill_id,
         fence = t.fence, lease_until = t.lease_until, due_at = t.due_at
   where no = t.no;
  return t;
end
$$;
