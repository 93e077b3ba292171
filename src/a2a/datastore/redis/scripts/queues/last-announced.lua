-- When a skill was announced last.
-- KEYS  1 time of the last announcement of each skill
-- ARGV  1 skill id
-- Returns the milliseconds since then, or nil
-- @include clock
local at = redis.call('HGET', KEYS[1], ARGV[1])
return at and string.format('%.0f', math.max(now_ms() - tonumber(at), 0))
