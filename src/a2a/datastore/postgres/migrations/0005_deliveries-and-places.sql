-- From here on migrations only add, so that processes of the version before can go on beside those of this one:
-- what they call stays, and does what it did.

alter table a2a.task
  -- The format of what is stored; a version that knows only smaller ones must not run the task.
  add column format      smallint not null default 1,
  -- The append that was stored last, as its writer numbered it; chunks change these, so no index may hold them.
  add column batch_fence bigint,
  add column batch       integer;

-- When the first attempt began.
alter table a2a.turn
  add column started_at bigint;

-- Messages that have come before. With neither task nor reply: the answer is being made.
create table a2a.delivery (
  agent       text    collate "C" not null,
  owner       text    collate "C" not null,
  -- A hash of the message's id, which is the caller's and may be longer than an index entry.
  message_key text    collate "C" not null,
  digest      text    not null,
  task_no     bigint,
  turn        integer,
  reply       text,
  expires_at  bigint  not null,
  primary key (agent, owner, message_key)
);

-- What takeDue() may forget.
create index delivery_expiry on a2a.delivery (agent, expires_at);

-- What goes with its task.
create index delivery_of_task on a2a.delivery (task_no) where task_no is not null;

-- How far the turns of a queue have come: the last place that has begun, and the last one given away.
create table a2a.turn_queue (
  agent   text    collate "C" not null,
  queue   text    collate "C" not null,
  reached integer not null default 0,
  last    integer not null default 0,
  primary key (agent, queue)
);

-- The last place of each owner in a queue; none: the owner's turns have all begun.
create table a2a.turn_place (
  agent text    collate "C" not null,
  queue text    collate "C" not null,
  owner text    collate "C" not null,
  place integer not null,
  primary key (agent, queue, owner)
);

create table a2a.skill (
  agent        text   collate "C" not null,
  skill_id     text   collate "C" not null,
  announced_at bigint not null,
  primary key (agent, skill_id)
);
