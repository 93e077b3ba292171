-- Gives a claim back without ending the turn.
-- KEYS  1 task; 2 a key that never exists (see task.lua)
-- ARGV  1 fence; 2 ms after which recovery may take the turn up; 3 '1': the attempt counts
-- Returns 1, or 0 if the claim was not held
-- @include held-task
local task = held_task(ARGV[1])
if not task then
  return 0
end
local before = copy(task)
task.leaseUntil = nil
task.dueAt = now_ms() + tonumber(ARGV[2])
write_task(task, before)
if ARGV[3] ~= '1' then
  redis.call('HINCRBY', key('turns'), task.turnsEnded + 1 .. ':attempts', -1)
end
return 1
