-- Each filter of a list has an index of its own, in the order of the list, so that a page costs what stands on it
-- and no more. All columns after the owner descend, so that one row comparison can name a place in each:
--
--   task_list                               all tasks of an owner
--   task_list_of_state                      those in one state
--   task_list_of_hashed_context             those of one context
--   task_list_of_hashed_context_and_state   both
--
-- A context id is the caller's and may be longer than an index entry; its hash is not. The version before lists by
-- task_list_of_context, which therefore stays.

create index task_list_of_state
  on a2a.task (agent, owner, state desc, status_at desc, id desc);

create index task_list_of_hashed_context
  on a2a.task (agent, owner, hashtextextended(context_id, 0) desc, status_at desc, id desc);

create index task_list_of_hashed_context_and_state
  on a2a.task (agent, owner, hashtextextended(context_id, 0) desc, state desc, status_at desc, id desc);

-- The oldest tasks of a state on which no turn is open.
create index task_expiry on a2a.task (agent, state, status_at) where due_at is null;

-- The body of a piece of kind task, as snapshot() has it; for those who have the row already.
create function a2a.task_head(t a2a.task) returns text
language sql stable
as $$
  select json_build_object(
           'owner', t.owner,
           'contextId', t.context_id,
           'skillId', t.skill_id,
           'state', t.state,
           'statusAt', t.status_at,
           'metadata', t.metadata,
           'turn', t.turn,
           'turnsEnded', t.turns_ended
         )::text
$$;
