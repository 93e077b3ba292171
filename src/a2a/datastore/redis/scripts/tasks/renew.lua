-- Extends a claim's lease.
-- KEYS  1 task; 2 a key that never exists (see task.lua)
-- ARGV  1 fence; 2 lease in ms
-- Returns 'lost', 'renewed', or 'sooner': the sweep must look at the task earlier than it would have
-- @include held-task
local task = held_task(ARGV[1])
if not task then
  return 'lost'
end
local before = copy(task)
task.leaseUntil = now_ms() + tonumber(ARGV[2])
task.dueAt = task.leaseUntil
write_task(task, before)
return before.dueAt and task.dueAt < before.dueAt and 'sooner' or 'renewed'
