-- Appends events under a guard.
-- KEYS  1 task; 2 a key that never exists (see task.lua)
-- ARGV  1 fence, or '' for a writer without a claim; 2 number of the append or ''; 3 expected states, joined by
--       commas; 4 '1': only while no turn is open; 5 turns that may wait or ''; 6 '=' and the skill id to set, or '';
--       7 events; 8 how many of them are messages; 9 when the sweep index was told, or ''; 10 message key or '';
--       11 digest; 12 window in ms; 13 channel or ''; 14 what to publish
-- Returns { 'appended', sequence, turn, turns ended, news for the sweep } or { 'ended' or 'unexpected', state }
--         or { 'delivered', delivery } or { 'stale' }: tell the sweep index again; or another outcome alone
-- @include write-events, delivered-turn, stale
local fence, batch = tonumber(ARGV[1]), tonumber(ARGV[2])
local task = read_task()
if not task then
  return { 'unknown' }
end
local stored = task.batchFence == fence and task.batch or 0
if fence and batch and batch <= stored then
  -- Its answer was lost.
  return { 'appended', task.lastSeq, task.turn, task.turnsEnded, {} }
end
-- Before the task is looked at, which may have come to its end by this very message.
local delivered = ARGV[10] ~= '' and delivered_turn(ARGV[10], ARGV[11])
if delivered then
  return { 'delivered', delivered }
end
if task.terminal == '1' then
  return { 'ended', task.state }
end

local events = cjson.decode(ARGV[7])
if fence then
  if task.fence ~= fence or not task.leaseUntil then
    return { 'fenced' }
  end
  -- A server that took this one's place, or has come back, has not got what came before.
  if batch and batch > stored + 1 then
    return { 'fenced' }
  end
  local last = events[#events]
  -- Completing the task would leave the turns that wait without an answer.
  if last and last.state == 'TASK_STATE_COMPLETED' and task.turn > task.turnsEnded + 1 then
    return { 'waiting' }
  end
else
  local is_expected = (',' .. ARGV[3] .. ','):find(',' .. task.state .. ',', 1, true)
  if not is_expected or (ARGV[4] == '1' and is_open(task)) then
    return { 'unexpected', task.state }
  end
  local messages = tonumber(ARGV[8])
  -- One of the open turns is running or about to; the others wait.
  if messages > 0 and ARGV[5] ~= '' and task.turn + messages - task.turnsEnded - 1 > tonumber(ARGV[5]) then
    return { 'full' }
  end
  if is_stale(ARGV[9]) then
    return { 'stale' }
  end
end

local before = copy(task)
if ARGV[6] ~= '' then
  task.skillId = ARGV[6]:sub(2)
end
if fence then
  task.batchFence = fence
  task.batch = batch
end
write_events(task, before, fence, events)
if ARGV[10] ~= '' then
  mark_delivered(ARGV[10], ARGV[11], task.turn, tonumber(ARGV[12]))
end
if ARGV[13] ~= '' and #events > 0 then
  redis.call('PUBLISH', ARGV[13], ARGV[14])
end
return { 'appended', task.lastSeq, task.turn, task.turnsEnded, news_for_sweep(task, before) }
