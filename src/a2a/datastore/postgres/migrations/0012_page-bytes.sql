-- How many of these tasks, in their order, fit on a page: their history and artifacts as snapshot() has them come to
-- at most so many bytes; the first one fits in any case. Looks at no task beyond, and at no text itself: its length
-- stands where it is stored. max_bytes null: no bound.
create function a2a.fitting(nos bigint[], history_length integer, with_artifacts boolean, max_bytes bigint)
returns integer
language plpgsql stable
as $$
declare
  fits  integer := 0;
  total bigint := 0;
  this  bigint;
begin
  foreach this in array nos loop
    total := total + coalesce((
      select sum(octet_length(m.body))
        from (
               select place, body
                 from a2a.message
                where task_no = this
                  and place <> (select status_seq from a2a.task where no = this)
                order by place desc
                limit history_length
             ) m
    ), 0);
    if with_artifacts then
      total := total + coalesce((
        select sum(octet_length(a.parts) + octet_length(a.head::text) + coalesce(tail.bytes, 0))
          from a2a.artifact a
          left join lateral (
                 select sum(octet_length(e.parts)) as bytes
                   from a2a.event e
                  where e.task_no = a.task_no and e.seq >= a.tail_from and e.artifact_id = a.artifact_id
               ) tail on true
         where a.task_no = this
           and not exists (
                 select from a2a.artifact newer
                  where newer.task_no = a.task_no and newer.artifact_id = a.artifact_id and newer.turn > a.turn
               )
      ), 0);
    end if;
    exit when fits > 0 and total > max_bytes;
    fits := fits + 1;
  end loop;
  return fits;
end
$$;
