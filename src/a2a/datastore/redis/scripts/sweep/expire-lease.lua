-- Ends a lease now. A claim stays its holder's until another takes the turn; only its time is over.
-- KEYS  1 task; 2 a key that never exists (see task.lua)
-- Returns 1, or 0 if none was running
-- @include task
local task = read_task()
local now = now_ms()
if not task or not task.dueAt or not task.leaseUntil or task.leaseUntil <= now then
  return 0
end
local before = copy(task)
task.leaseUntil = now
task.dueAt = now
write_task(task, before)
return 1
