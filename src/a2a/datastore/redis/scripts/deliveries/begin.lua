-- Begins to answer a message with a message.
-- KEYS  1 delivery
-- ARGV  1 digest; 2 ms after which another may begin anew; 3 a task whose reservation is void, or ''
-- Returns what read_delivery() does; nil: it is the caller's to answer
-- @include delivery
local before = read_delivery(KEYS[1], ARGV[1], ARGV[3])
if before then
  return before
end
redis.call('HSET', KEYS[1], 'digest', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return nil
