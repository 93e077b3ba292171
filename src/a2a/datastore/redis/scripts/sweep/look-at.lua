-- Has the sweep look at a task in good time, if it would have done so later.
-- KEYS  1 entries by the time at which to look
-- ARGV  1 entry; 2 in how many ms to look, at the latest
-- Returns nothing
-- @include clock
redis.call('ZADD', KEYS[1], 'LT', string.format('%.0f', now_ms() + tonumber(ARGV[2])), ARGV[1])
return nil
