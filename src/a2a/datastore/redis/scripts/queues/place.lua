-- Gives an owner's next place in a queue: one behind the owner's last, and behind what has begun.
-- KEYS  1 last place of each owner; 2 last place that has begun
-- ARGV  1 owner
-- Returns the place: 1, 2, 3 ...
local last = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or 0)
local reached = tonumber(redis.call('GET', KEYS[2]) or 0)
local place = math.max(last, reached) + 1
redis.call('ZADD', KEYS[1], place, ARGV[1])
return place
