-- Stores the result of a step of the turn that runs.
-- KEYS  1 task; 2 a key that never exists (see task.lua)
-- ARGV  1 fence; 2 key of the step; 3 result
-- Returns 1, or 0 if the fence is not the current one
-- @include held-task
if not held_task(ARGV[1]) then
  return 0
end
redis.call('HSET', key('steps'), ARGV[2], ARGV[3])
return 1
