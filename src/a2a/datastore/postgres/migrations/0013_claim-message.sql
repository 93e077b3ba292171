-- A claim names its message by its place in the history, which comes with it: inside the body it would be sent twice,
-- and as JSON text within JSON, which costs several times as much. The functions of the version before go on as they were.
create function a2a.claim(
  p_agent text, p_owner text, p_id text, p_turn integer, p_lease_ms bigint, p_format integer,
  p_by_place boolean
)
returns setof a2a.piece
language plpgsql volatile
as $$
declare
  t         a2a.task;
  now_ms    bigint;
  -- Never one that was given before, also when a server takes over that has not heard of the last one.
  new_fence bigint;
  outcome   text;
  taken     a2a.turn;
begin
  select * into t from a2a.task
   where agent = p_agent and owner = p_owner and id = p_id
     for no key update;
  now_ms := a2a.now_ms();
  outcome := case
    when not found then 'unknown'
    when t.format > p_format then 'newer'
    when t.terminal or p_turn <= t.turns_ended then 'ended'
    when p_turn > t.turn then 'unknown'
    when p_turn > t.turns_ended + 1 or t.lease_until > now_ms then 'busy'
    else 'claimed'
  end;
  if outcome <> 'claimed' then
    return next row(t.no, 'claim', null, outcome, null, null)::a2a.piece;
    return;
  end if;

  new_fence := greatest(t.fence + 1, now_ms);
  update a2a.task
     set fence = new_fence, lease_until = now_ms + p_lease_ms, due_at = now_ms + p_lease_ms
   where no = t.no;
  update a2a.turn
     set attempts = attempts + 1, started_at = coalesce(started_at, now_ms)
   where task_no = t.no and turn = p_turn
  returning * into taken;
  return query
    select t.no, 'claim', m.place, outcome,
           json_build_object(
             'fence', new_fence,
             'attempt', taken.attempts,
             'runningMs', greatest(now_ms - taken.started_at, 0),
             'turn', p_turn,
             'principal', t.principal,
             'message', case when not p_by_place then m.body end
           )::text,
           null::text
      from a2a.message m
     where m.task_no = t.no and m.place = taken.message_place;
  return query
    select s.task_no, 'step', null::integer, s.key, s.result, null::text
      from a2a.step s
     where s.task_no = t.no and s.turn = p_turn;
  return query select * from a2a.snapshot(array[t.no], null, true);
end
$$;

create or replace function a2a.claim(
  p_agent text, p_owner text, p_id text, p_turn integer, p_lease_ms bigint, p_format integer
)
returns setof a2a.piece
language plpgsql volatile
as $$
begin
  return query select * from a2a.claim(p_agent, p_owner, p_id, p_turn, p_lease_ms, p_format, false);
end
$$;

create function a2a.create_task(
  p_agent text, p_owner text, p_id text, p_context_id text, p_skill_id text, p_principal text,
  p_message text, p_metadata jsonb, p_lease_ms bigint, p_events jsonb,
  p_format integer, p_message_key text, p_digest text, p_window_ms bigint,
  p_by_place boolean
)
returns setof a2a.piece
language plpgsql volatile
as $$
declare
  t         a2a.task;
  now_ms    bigint := a2a.now_ms();
  task      bigint := nextval(pg_get_serial_sequence('a2a.task', 'no'));
  delivered text;
begin
  if p_message_key is not null then
    delivered := a2a.take_delivery(p_agent, p_owner, p_message_key, p_digest, task, 1, p_window_ms);
    if delivered is not null then
      return next row(null, 'delivered', null, null, delivered, null)::a2a.piece;
      return;
    end if;
  end if;

  insert into a2a.task (
    no, agent, owner, id, context_id, skill_id, principal, state, status_seq, status_at,
    metadata, last_seq, last_at, turn, due_at, format
  )
  overriding system value
  values (
    task, p_agent, p_owner, p_id, p_context_id, p_skill_id, p_principal, '', 0, now_ms,
    p_metadata, 0, now_ms, 1, now_ms + 30000, p_format
  )
  returning * into t;
  insert into a2a.message (task_no, place, body) values (t.no, 0, p_message);
  insert into a2a.turn (task_no, turn, message_place) values (t.no, 1, 0);
  t := a2a.write_events(t, null, p_events);

  if p_lease_ms is not null and t.turns_ended = 0 then
    return query select * from a2a.claim(p_agent, p_owner, p_id, 1, p_lease_ms, p_format, p_by_place);
    -- What the opening wrote is the first attempt's.
    update a2a.artifact set fence = (select fence from a2a.task where no = t.no) where task_no = t.no;
  else
    return query select * from a2a.snapshot(array[t.no], null, true);
  end if;
end
$$;

create or replace function a2a.create_task(
  p_agent text, p_owner text, p_id text, p_context_id text, p_skill_id text, p_principal text,
  p_message text, p_metadata jsonb, p_lease_ms bigint, p_events jsonb,
  p_format integer, p_message_key text, p_digest text, p_window_ms bigint
)
returns setof a2a.piece
language plpgsql volatile
as $$
begin
  return query
    select *
      from a2a.create_task(
             p_agent, p_owner, p_id, p_context_id, p_skill_id, p_principal,
             p_message, p_metadata, p_lease_ms, p_events,
             p_format, p_message_key, p_digest, p_window_ms, false
           );
end
$$;
