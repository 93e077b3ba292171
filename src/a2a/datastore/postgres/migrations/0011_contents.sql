-- Contents of artifacts that are too large for the log. They hang on their task: nobody can write one for a task that
-- is gone, and the deletion of a task takes them along.

create table a2a.content (
  no      bigint generated always as identity primary key,
  task_no bigint not null references a2a.task (no) on delete cascade,
  id      text   collate "C" not null,
  -- Media type and file name, as JSON text.
  form    text   not null,
  -- Null: it is still being written, or whoever wrote it has died.
  bytes   bigint,
  sha256  text,
  unique (task_no, id)
);

-- All chunks but the last of a content have the same size, so that a place tells which bytes it holds.
create table a2a.content_chunk (
  content_no bigint  not null references a2a.content (no) on delete cascade,
  place      integer not null,
  body       bytea   not null,
  primary key (content_no, place)
);

-- What is large is mostly compressed already.
alter table a2a.content_chunk alter column body set storage external;
