-- As before, and the number of the append stays with the task.
create or replace function a2a.write_events(t a2a.task, writer bigint, events jsonb) returns a2a.task
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
         fence = t.fence, lease_until = t.lease_until, due_at = t.due_at,
         batch_fence = t.batch_fence, batch = t.batch
   where no = t.no;
  return t;
end
$$;

-- Appends under a guard: p_fence for the holder of the claim, with the append's number in p_batch, else p_expect
-- with what goes with it. delivered is what take_delivery() returns.
create function a2a.append(
  p_agent text, p_owner text, p_id text,
  p_fence bigint, p_batch integer,
  p_expect text[], p_idle boolean, p_max_waiting integer, p_skill_id text,
  p_message_key text, p_digest text, p_window_ms bigint,
  p_events jsonb, p_messages integer,
  out outcome text, out state text, out sequence integer, out turn integer, out turns_ended integer,
  out delivered text
)
language plpgsql volatile
as $$
declare
  t      a2a.task;
  -- The last of this claim's appends.
  stored integer;
begin
  select * into t from a2a.task
   where agent = p_agent and owner = p_owner and id = p_id
     for no key update;
  state := t.state;
  if not found then
    outcome := 'unknown';
    return;
  end if;
  sequence := t.last_seq;
  turn := t.turn;
  turns_ended := t.turns_ended;
  stored := case when t.batch_fence = p_fence then t.batch else 0 end;
  if p_batch <= stored then
    -- Its answer was lost.
    outcome := 'appended';
    return;
  end if;
  if p_message_key is not null then
    -- Before the task is looked at, which may have come to its end by this very message.
    delivered := a2a.find_delivery(p_agent, p_owner, p_message_key, p_digest);
  end if;

  outcome := case
    when delivered is not null then 'delivered'
    when t.terminal then 'ended'
    when p_fence is not null and (t.fence <> p_fence or t.lease_until is null) then 'fenced'
    -- A server that took this one's place has not got what came before.
    when p_batch > stored + 1 then 'fenced'
    -- Completing the task would leave the turns that wait without an answer.
    when p_fence is not null and t.turn > t.turns_ended + 1
      and p_events -> -1 ->> 'state' = 'TASK_STATE_COMPLETED' then 'waiting'
    when p_fence is null and t.state <> all (p_expect) then 'unexpected'
    when p_fence is null and p_idle and t.turns_ended < t.turn then 'unexpected'
    -- One of the open turns is running or about to; the others wait.
    when p_fence is null and p_messages > 0 and t.turn + p_messages - t.turns_ended - 1 > p_max_waiting then 'full'
    else 'appended'
  end;
  if outcome = 'appended' and p_message_key is not null then
    delivered := a2a.take_delivery(
      p_agent, p_owner, p_message_key, p_digest, t.no, t.turn + p_messages, p_window_ms
    );
    -- It came to another task at the same moment.
    if delivered is not null then
      outcome := 'delivered';
    end if;
  end if;
  if outcome = 'appended' then
    t.skill_id := coalesce(p_skill_id, t.skill_id);
    if p_fence is not null then
      t.batch_fence := p_fence;
      t.batch := p_batch;
    end if;
    t := a2a.write_events(t, p_fence, p_events);
    state := t.state;
    sequence := t.last_seq;
    turn := t.turn;
    turns_ended := t.turns_ended;
  end if;
end
$$;

create or replace function a2a.append(
  p_agent text, p_owner text, p_id text,
  p_fence bigint, p_expect text[], p_max_waiting integer, p_skill_id text,
  p_events jsonb, p_messages integer,
  out outcome text, out state text, out sequence integer, out turn integer, out turns_ended integer
)
language sql volatile
as $$
  select a.outcome, a.state, a.sequence, a.turn, a.turns_ended
    from a2a.append(
           p_agent, p_owner, p_id, p_fence, null, p_expect, false, p_max_waiting, p_skill_id,
           null, null, null, p_events, p_messages
         ) a
$$;
