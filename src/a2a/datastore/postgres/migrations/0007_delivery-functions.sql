-- What became of a message that has come before, as JSON; null if it has not, or has been forgotten.
create function a2a.find_delivery(p_agent text, p_owner text, p_message_key text, p_digest text) returns text
language sql volatile
as $$
  select case
           when d.digest <> p_digest then json_build_object('as', 'conflict')
           when t.no is not null then json_build_object('as', 'turn', 'taskId', t.id, 'turn', d.turn)
           when d.reply is not null then json_build_object('as', 'reply', 'reply', d.reply)
           else json_build_object('as', 'pending')
         end::text
    from a2a.delivery d
    left join a2a.task t on t.no = d.task_no
   where d.agent = p_agent and d.owner = p_owner and d.message_key = p_message_key
     and d.expires_at > a2a.now_ms()
$$;

-- Makes a message known, for as long as p_for_ms. Returns what find_delivery() does if it has come before: one of
-- those who come at once makes it known, and the others wait until that is certain.
create function a2a.take_delivery(
  p_agent text, p_owner text, p_message_key text, p_digest text, p_task_no bigint, p_turn integer, p_for_ms bigint
)
returns text
language plpgsql volatile
as $$
declare
  now_ms bigint;
  before text;
begin
  loop
    now_ms := a2a.now_ms();
    insert into a2a.delivery as d (agent, owner, message_key, digest, task_no, turn, expires_at)
    values (p_agent, p_owner, p_message_key, p_digest, p_task_no, p_turn, now_ms + p_for_ms)
        on conflict (agent, owner, message_key) do update
       set digest = excluded.digest, task_no = excluded.task_no, turn = excluded.turn, reply = null,
           expires_at = excluded.expires_at
     where d.expires_at <= now_ms;
    if found then
      return null;
    end if;
    before := a2a.find_delivery(p_agent, p_owner, p_message_key, p_digest);
    -- It may have been forgotten between the two.
    if before is not null then
      return before;
    end if;
  end loop;
end
$$;

-- The owner's next place in a queue. Whoever wants one of the same queue waits for the end of this transaction,
-- so it does not wait for the disk: after a crash places may repeat, and nothing else is lost.
create function a2a.take_place(p_agent text, p_queue text, p_owner text) returns integer
language plpgsql volatile
as $$
declare
  so_far integer;
  taken  integer;
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into a2a.turn_queue as q (agent, queue) values (p_agent, p_queue)
      on conflict (agent, queue) do update set reached = q.reached
  returning q.reached into so_far;
  insert into a2a.turn_place as p (agent, queue, owner, place) values (p_agent, p_queue, p_owner, so_far + 1)
      on conflict (agent, queue, owner) do update set place = greatest(p.place, so_far) + 1
  returning p.place into taken;
  update a2a.turn_queue set last = greatest(last, taken) where agent = p_agent and queue = p_queue;
  return taken;
end
$$;

-- A turn with this place has begun. When nobody has a later place, they begin anew.
create function a2a.reach_place(p_agent text, p_queue text, p_place integer) returns void
language plpgsql volatile
as $$
declare
  all_begun boolean;
begin
  perform set_config('synchronous_commit', 'off', true);
  update a2a.turn_queue
     set reached = greatest(reached, p_place)
   where agent = p_agent and queue = p_queue
  returning reached >= last into all_begun;
  if all_begun then
    update a2a.turn_queue set reached = 0, last = 0 where agent = p_agent and queue = p_queue;
    delete from a2a.turn_place where agent = p_agent and queue = p_queue;
  end if;
end
$$;
