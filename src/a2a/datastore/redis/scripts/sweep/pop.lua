-- Takes entries that the sweep has to look at; they come back by themselves if it does not settle them. Names idle
-- tasks whose status may be too old; they stay where they are.
-- KEYS  1 entries by the time at which to look; from 2 on: idle tasks by the time of their status, one key for each
--       state
-- ARGV  1 how many at most of each; 2 in how many ms the entries come back; from 3 on: how old the status may become,
--       in ms, for the keys from 2 on
-- Returns { when they come back, entries, idle tasks }
-- @include clock
local now = now_ms()
local limit, back_at = ARGV[1], string.format('%.0f', now + tonumber(ARGV[2]))
local entries = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now), 'LIMIT', 0, limit)
for _, entry in ipairs(entries) do
  redis.call('ZADD', KEYS[1], back_at, entry)
end
local idle = {}
for index = 2, #KEYS do
  local oldest = '(' .. string.format('%.0f', now - tonumber(ARGV[index + 1]))
  for _, entry in ipairs(redis.call('ZRANGEBYSCORE', KEYS[index], '-inf', oldest, 'LIMIT', 0, limit)) do
    idle[#idle + 1] = entry
  end
end
return { back_at, entries, idle }
