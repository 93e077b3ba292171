-- Says that a process has these skills now.
-- KEYS  1 time of the last announcement of each skill
-- ARGV  skill ids
-- Returns nothing
-- @include clock
local now = string.format('%.0f', now_ms())
for _, skill in ipairs(ARGV) do
  redis.call('HSET', KEYS[1], skill, now)
end
return nil
