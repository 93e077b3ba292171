-- Reserves a message for a task of another bucket; who sends the same once more takes the reservation over, because
-- the task itself knows whether the message has come.
-- KEYS  1 delivery
-- ARGV  1 digest; 2 task id; 3 token of this try; 4 window in ms; 5 a task whose reservation is void, or ''
-- Returns what read_delivery() does; nil: it is reserved
-- @include delivery
local before = read_delivery(KEYS[1], ARGV[1], ARGV[5])
if before and not (before[1] == 'reserved' and before[2] == ARGV[2]) then
  return before
end
redis.call('HSET', KEYS[1], 'digest', ARGV[1], 'task', ARGV[2], 'token', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return nil
