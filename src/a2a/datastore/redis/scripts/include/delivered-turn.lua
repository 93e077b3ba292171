-- @include task
-- Which turn of this task a message opened that has come to it before. Returns nil for one that has not, or whose
-- window is over, { 'conflict' } if its content was another, else { 'turn', task id, turn }.
local function delivered_turn(message_key, digest)
  local entry = redis.call('HGET', key('delivered'), message_key)
  if not entry then
    return nil
  end
  local turn, until_ms, before = entry:match('^(%d+) (%d+) (.*)$')
  if tonumber(until_ms) <= now_ms() then
    return nil
  end
  return before == digest and { 'turn', id, turn } or { 'conflict' }
end

local function mark_delivered(message_key, digest, turn, window_ms)
  local until_ms = string.format('%.0f', now_ms() + window_ms)
  redis.call('HSET', key('delivered'), message_key, turn .. ' ' .. until_ms .. ' ' .. digest)
end
