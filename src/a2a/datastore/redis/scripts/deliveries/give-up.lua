-- Gives a reservation up after the task has refused the message.
-- KEYS  1 delivery
-- ARGV  1 token of the try
-- Returns nothing
if redis.call('HGET', KEYS[1], 'token') == ARGV[1] then
  redis.call('DEL', KEYS[1])
end
return nil
