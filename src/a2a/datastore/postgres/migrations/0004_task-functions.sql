-- Appends under a guard: p_fence for the holder of the claim, else p_expect with what goes with it.
create function a2a.append(
  p_agent text, p_owner text, p_id text,
  p_fence bigint, p_expect text[], p_max_waiting integer, p_skill_id text,
  p_events jsonb, p_messages integer,
  out outcome text, out state text, out sequence integer, out turn integer, out turns_ended integer
)
language plpgsql volatile
as $$
declare
  t a2a.task;
begin
  select * into t from a2a.task
   where agent = p_agent and owner = p_owner and id = p_id
     for no key update;
  state := t.state;
  if not found then
    outcome := 'unknown';
  elsif t.terminal then
    outcome := 'ended';
  elsif p_fence is not null and (t.fence <> p_fence or t.lease_until is null) then
    outcome := 'fenced';
  -- Completing the task would leave the turns that wait without an answer.
  elsif p_fence is not null and t.turn > t.turns_ended + 1
    and p_events -> -1 ->> 'state' = 'TASK_STATE_COMPLETED' then
    outcome := 'waiting';
  elsif p_fence is null and t.state <> all (p_expect) then
    outcome := 'unexpected';
  -- One of the open turns is running or about to; the others wait.
  elsif p_fence is null and p_messages > 0 and t.turn + p_messages - t.turns_ended - 1 > p_max_waiting then
    outcome := 'full';
  else
    t.skill_id := coalesce(p_skill_id, t.skill_id);
    t := a2a.write_events(t, p_fence, p_events);
    outcome := 'appended';
    state := t.state;
    sequence := t.last_seq;
    turn := t.turn;
    turns_ended := t.turns_ended;
  end if;
end
$$;

-- Takes the next fence for a turn. The first piece is of kind claim and tells the outcome; after a success come
-- the pieces of the task, and one of kind step (name: its key) for each finished step of the turn.
create function a2a.claim(p_agent text, p_owner text, p_id text, p_turn integer, p_lease_ms bigint)
returns setof a2a.piece
language plpgsql volatile
as $$
declare
  t         a2a.task;
  now_ms    bigint;
  outcome   text;
  taken     a2a.turn;
begin
  select * into t from a2a.task
   where agent = p_agent and owner = p_owner and id = p_id
     for no key update;
  now_ms := a2a.now_ms();
  outcome := case
    when not found then 'unknown'
    when t.terminal or p_turn <= t.turns_ended then 'ended'
    when p_turn > t.turn then 'unknown'
    when p_turn > t.turns_ended + 1 or t.lease_until > now_ms then 'busy'
    else 'claimed'
  end;
  if outcome <> 'claimed' then
    return next row(t.no, 'claim', null, outcome, null, null)::a2a.piece;
    return;
  end if;

  update a2a.task
     set fence = fence + 1, lease_until = now_ms + p_lease_ms, due_at = now_ms + p_lease_ms
   where no = t.no;
  update a2a.turn
     set attempts = attempts + 1
   where task_no = t.no and turn = p_turn
  returning * into taken;
  return query
    select t.no, 'claim', null::integer, outcome,
           json_build_object(
             'fence', t.fence + 1,
             'attempt', taken.attempts,
             'turn', p_turn,
             'principal', t.principal,
             'message', m.body
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

-- Stores a task with its opening events, of which the first is its SUBMITTED status. Returns what claim() does
-- if p_lease_ms is given and the events did not end the turn, else the pieces of the task.
create function a2a.create_task(
  p_agent text, p_owner text, p_id text, p_context_id text, p_skill_id text, p_principal text,
  p_message text, p_metadata jsonb, p_lease_ms bigint, p_events jsonb
)
returns setof a2a.piece
language plpgsql volatile
as $$
declare
  t      a2a.task;
  now_ms bigint := a2a.now_ms();
begin
  insert into a2a.task (
    agent, owner, id, context_id, skill_id, principal, state, status_seq, status_at,
    metadata, last_seq, last_at, turn, due_at
  )
  values (
    p_agent, p_owner, p_id, p_context_id, p_skill_id, p_principal, '', 0, now_ms,
    p_metadata, 0, now_ms, 1, now_ms + 30000
  )
  returning * into t;
  insert into a2a.message (task_no, place, body) values (t.no, 0, p_message);
  insert into a2a.turn (task_no, turn, message_place) values (t.no, 1, 0);
  t := a2a.write_events(t, null, p_events);

  if p_lease_ms is not null and t.turns_ended = 0 then
    -- What the opening wrote is the first attempt's.
    update a2a.artifact set fence = t.fence + 1 where task_no = t.no;
    return query select * from a2a.claim(p_agent, p_owner, p_id, 1, p_lease_ms);
  else
    return query select * from a2a.snapshot(array[t.no], null, true);
  end if;
end
$$;

-- Deletes a task with all that hangs on it, after whoever writes to it is done.
create function a2a.delete_task(p_agent text, p_owner text, p_id text) returns boolean
language plpgsql volatile
as $$
declare
  doomed bigint;
begin
  select no into doomed from a2a.task
   where agent = p_agent and owner = p_owner and id = p_id
     for update;
  if not found then
    return false;
  end if;
  delete from a2a.event where task_no = doomed;
  delete from a2a.artifact where task_no = doomed;
  delete from a2a.message where task_no = doomed;
  delete from a2a.turn where task_no = doomed;
  delete from a2a.step where task_no = doomed;
  delete from a2a.task where no = doomed;
  return true;
end
$$;
