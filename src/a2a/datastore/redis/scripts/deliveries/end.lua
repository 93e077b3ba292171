-- Stores the reply to a message that was begun, or forgets the message.
-- KEYS  1 delivery
-- ARGV  1 digest; 2 reply or ''; 3 window in ms
-- Returns nothing
-- @include delivery
local before = read_delivery(KEYS[1], ARGV[1])
if before and before[1] ~= 'pending' then
  return nil
end
if ARGV[2] == '' then
  redis.call('DEL', KEYS[1])
else
  redis.call('HSET', KEYS[1], 'digest', ARGV[1], 'reply', ARGV[2])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
end
return nil
