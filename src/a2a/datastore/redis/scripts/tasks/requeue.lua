-- Counts a re-queue of a turn.
-- KEYS  1 task; 2 a key that never exists (see task.lua)
-- ARGV  1 turn
-- Returns the new count, or nil if the turn is over or was never opened
-- @include task
if redis.call('HEXISTS', key('turns'), ARGV[1] .. ':message') == 0 then
  return nil
end
return redis.call('HINCRBY', key('turns'), ARGV[1] .. ':requeues', 1)
