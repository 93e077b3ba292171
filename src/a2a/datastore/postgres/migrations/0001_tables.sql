-- Strings that come from outside (ids, keys) are stored with JSON's escapes, and bodies as JSON text inside `text`
-- or as encoded strings inside `jsonb`: PostgreSQL itself can hold neither U+0000 nor a lone surrogate.
-- Times are epoch milliseconds.

create table a2a.task (
  no          bigint  generated always as identity primary key,
  -- The agent, the owner and the id name a task; everything else hangs on its number.
  agent       text    collate "C" not null,
  owner       text    collate "C" not null,
  id          text    collate "C" not null,
  context_id  text    collate "C" not null,
  skill_id    text    not null,
  principal   text    not null,
  state       text    not null,
  terminal    boolean not null default false,
  -- The event that set the status; its message, if it has one, becomes history when this moves on.
  status_seq  integer not null,
  status_at   bigint  not null,
  -- Member name to value, both as JSON text.
  metadata    jsonb,
  last_seq    integer not null,
  last_at     bigint  not null,
  turn        integer not null,
  turns_ended integer not null default 0,
  fence       bigint  not null default 0,
  -- Null: nobody holds the next turn.
  lease_until bigint,
  -- When recovery looks at the next turn; null: no turn is open.
  due_at      bigint,
  unique (agent, owner, id)
)
-- A chunk changes last_seq and last_at, which no index touches: with room on the page such updates stay there.
with (fillfactor = 80);

create index task_list on a2a.task (agent, owner, status_at desc, id desc);

-- A context id is the caller's and may be longer than an index entry.
create index task_list_of_context on a2a.task (agent, owner, left(context_id, 200), status_at desc, id desc);

create index task_due on a2a.task (agent, due_at) where due_at is not null;

-- The log. An artifact's parts stand apart from the rest of its event, as the inside of a JSON array, so that
-- chunks can be joined without parsing them.
create table a2a.event (
  task_no     bigint  not null,
  seq         integer not null,
  at          bigint  not null,
  turn        integer not null,
  body        text    not null,
  artifact_id text    collate "C",
  appended    boolean,
  parts       text,
  primary key (task_no, seq)
);

-- What a task shows of its artifacts. Each turn that writes an artifact has a row of its own until it ends, so
-- that a failed attempt's writing can be taken back.
create table a2a.artifact (
  task_no     bigint  not null,
  artifact_id text    collate "C" not null,
  turn        integer not null,
  -- The claim that wrote it last; null: no claim did.
  fence       bigint,
  -- The event that made the artifact: their order.
  place       integer not null,
  -- All but id and parts: member name to value, both as JSON text.
  head        jsonb   not null,
  -- The compacted parts; the rest stands in the log.
  parts       text    not null,
  -- The first event that is not compacted yet; null: all are.
  tail_from   integer,
  primary key (task_no, artifact_id, turn)
);

-- Messages of users and of statuses, at the place of their event (the first message: 0).
create table a2a.message (
  task_no bigint  not null,
  place   integer not null,
  body    text    not null,
  primary key (task_no, place)
);

-- Turns that are not over.
create table a2a.turn (
  task_no       bigint  not null,
  turn          integer not null,
  message_place integer not null,
  attempts      integer not null default 0,
  requeues      integer not null default 0,
  primary key (task_no, turn)
);

create table a2a.step (
  task_no bigint  not null,
  turn    integer not null,
  key     text    collate "C" not null,
  result  text    not null,
  primary key (task_no, turn, key)
);
