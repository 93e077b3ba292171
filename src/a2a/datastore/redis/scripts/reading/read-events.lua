-- Reads on in the log of a task, until the events have come to a size.
-- KEYS  1 task; 2 a key that never exists (see task.lua)
-- ARGV  1 the number of the last event that is known; 2 how many at most; 3 size in bytes at which to stop
-- Returns { fixed or nil, events }
-- @include task
local SMALLEST_READ, LARGEST_READ = 4, 512
local after, limit, max_bytes = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local events, bytes = {}, 0
while #events < limit and bytes < max_bytes do
  -- As many as there should be room for, by the size of those before: large ones are not read in vain.
  local fitting = #events > 0 and math.ceil((max_bytes - bytes) / (bytes / #events)) or SMALLEST_READ
  local count = math.min(limit - #events, math.max(math.min(fitting, LARGEST_READ), 1))
  local first = after + #events
  local found = redis.call('LRANGE', key('log'), string.format('%.0f', first), string.format('%.0f', first + count - 1))
  for _, event in ipairs(found) do
    if bytes >= max_bytes then
      break
    end
    events[#events + 1] = event
    bytes = bytes + #event - event:find('\n', 1, true)
  end
  if #found < count then
    break
  end
end
return { redis.call('GET', key('fixed')), events }
