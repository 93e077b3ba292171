-- Puts entries that were looked at where they belong.
-- KEYS  1 entries by the time at which to look; 2 entries by the time until which they stay;
--       from 3 on: idle tasks by the time of their status, one key for each state
-- ARGV  1 when the entries would have come back; then of each entry: itself, what became of its task, a number:
--       'later' in how many ms to look again; 'gone' 0; or for an idle task the place of its state among the keys from
--       3 on (1, 2 ...) and the time of its status
-- Returns nothing
-- @include clock
local now, back_at = now_ms(), tonumber(ARGV[1])

local function score(sorted_set, entry)
  return tonumber(redis.call('ZSCORE', sorted_set, entry) or nil)
end

for index = 2, #ARGV, 3 do
  local entry, fate, value = ARGV[index], ARGV[index + 1], tonumber(ARGV[index + 2])
  local idle_key = tonumber(fate) and tonumber(fate) + 2
  for other = 3, #KEYS do
    if other == idle_key then
      redis.call('ZADD', KEYS[other], string.format('%.0f', value), entry)
    else
      redis.call('ZREM', KEYS[other], entry)
    end
  end
  -- While a write may come that the sweep was told of, the entry must outlast it.
  local stays_until = score(KEYS[2], entry)
  local at = fate == 'later' and now + value or nil
  if stays_until and stays_until > now then
    at = math.min(at or stays_until, stays_until)
  end
  if score(KEYS[1], entry) == back_at then
    if at then
      redis.call('ZADD', KEYS[1], string.format('%.0f', at), entry)
    else
      redis.call('ZREM', KEYS[1], entry)
    end
  elseif at then
    -- Somebody has asked to look at it sooner, or another sweep has it.
    redis.call('ZADD', KEYS[1], 'LT', string.format('%.0f', at), entry)
  end
end
return nil
