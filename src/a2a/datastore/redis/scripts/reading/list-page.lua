-- Reads on in a list.
-- KEYS  1 list
-- ARGV  1 status time of the cursor or '' for the beginning; 2 task id of the cursor; 3 oldest status time or '';
--       4 how many at most
-- Returns { how many tasks are in the list and not too old, flat list of task id and status time }
local from, cursor, oldest, limit = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])

-- Lua compares strings by the server's locale.
local function precedes(a, b)
  for index = 1, math.min(#a, #b) do
    local x, y = a:byte(index), b:byte(index)
    if x ~= y then
      return x < y
    end
  end
  return #a < #b
end

local rank = 0
if from ~= '' then
  -- The rank of the first task behind the cursor; of those with its time only some are.
  rank = redis.call('ZCOUNT', KEYS[1], '(' .. from, '+inf')
  local last = rank + redis.call('ZCOUNT', KEYS[1], from, from)
  while rank < last do
    local middle = math.floor((rank + last) / 2)
    if precedes(redis.call('ZREVRANGE', KEYS[1], middle, middle)[1], cursor) then
      last = middle
    else
      rank = middle + 1
    end
  end
end

local found = redis.call('ZREVRANGE', KEYS[1], rank, rank + limit - 1, 'WITHSCORES')
local tasks = {}
for index = 1, #found, 2 do
  if oldest ~= '' and tonumber(found[index + 1]) < tonumber(oldest) then
    break
  end
  tasks[index], tasks[index + 1] = found[index], found[index + 1]
end
local total = oldest == '' and redis.call('ZCARD', KEYS[1]) or redis.call('ZCOUNT', KEYS[1], oldest, '+inf')
return { total, tasks }
