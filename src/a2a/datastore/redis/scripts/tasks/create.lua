-- Stores a task with its opening events, of which the first is its SUBMITTED status.
-- KEYS  1 task; 2 a key that never exists (see task.lua); 3 the delivery of its first message, if it is to be known
-- ARGV  1 format; 2 fixed; 3 skill id; 4 hash of the context id; 5 first message; 6 metadata, member to JSON, or '';
--       7 events; 8 lease in ms or ''; 9 when the sweep index was told; 10 digest; 11 window in ms;
--       12 channel or ''; 13 what to publish;
--       14 a task whose reservation of the message is void, or ''
-- Returns { 'delivered', delivery } or { 'exists' } or { 'stale' }: tell the sweep index again;
--         or { 'created', claim or nil, snapshot or nil: it is in the claim, news for the sweep }
-- @include write-events, claim-turn, delivery, stale
local delivered = KEYS[3] and read_delivery(KEYS[3], ARGV[10], ARGV[14])
if delivered then
  return { 'delivered', delivered }
end
if redis.call('EXISTS', KEYS[1]) == 1 then
  return { 'exists' }
end
if is_stale(ARGV[9]) then
  return { 'stale' }
end

local now = now_ms()
local task = {
  format = tonumber(ARGV[1]), skillId = ARGV[3], context = ARGV[4], delivery = KEYS[3] or '',
  state = '', terminal = '', hasMetadata = '', statusSeq = 0, statusAt = now, lastSeq = 0, lastAt = now,
  turn = 0, turnsEnded = 0, fence = 0,
}
redis.call('SET', key('fixed'), ARGV[2])
open_turn(task, redis.call('RPUSH', key('messages'), ARGV[5]) - 1)
if ARGV[6] ~= '' then
  task.hasMetadata = '1'
  for name, value in pairs(cjson.decode(ARGV[6])) do
    redis.call('HSET', key('metadata'), name, value)
  end
end
if KEYS[3] then
  redis.call('HSET', KEYS[3], 'digest', ARGV[10], 'task', id, 'turn', 1)
  redis.call('PEXPIRE', KEYS[3], ARGV[11])
end
write_events(task, {}, nil, cjson.decode(ARGV[7]))
local news = news_for_sweep(task, {})

local claim = false
if ARGV[8] ~= '' and is_open(task) then
  local written = copy(task)
  claim = claim_turn(task, 1, tonumber(ARGV[8]))
  -- What the opening wrote is the first attempt's.
  each_current_row(function(artifact, row)
    row.fence = string.format('%.0f', task.fence)
    store_row('c', artifact, row)
  end)
  write_task(task, written)
end
if ARGV[12] ~= '' then
  redis.call('PUBLISH', ARGV[12], ARGV[13])
end
return { 'created', claim, not claim and snapshot(task, nil, true), news }
