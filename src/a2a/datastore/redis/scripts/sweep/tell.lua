-- Tells the sweep, before a task is written to, that it may have to look at it; nobody may take the entry away while
-- that write may still come.
-- KEYS  1 entries by the time at which to look; 2 entries by the time until which they stay
-- ARGV  1 entry; 2 in how many ms to look, at the latest
-- Returns when it was told, in epoch ms
-- @include clock
-- Longer than a write may come after it was told (stale.lua), by more than clocks of a cluster may differ.
local STAYS_MS = 30000
local now = now_ms()
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', string.format('%.0f', now))
redis.call('ZADD', KEYS[1], 'LT', string.format('%.0f', now + tonumber(ARGV[2])), ARGV[1])
redis.call('ZADD', KEYS[2], string.format('%.0f', now + STAYS_MS), ARGV[1])
return string.format('%.0f', now)
