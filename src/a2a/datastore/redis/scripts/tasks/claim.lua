-- Takes the next fence for a turn: turns run one after the other, one attempt at a time.
-- KEYS  1 task; 2 a key that never exists (see task.lua)
-- ARGV  1 turn; 2 lease in ms; 3 the newest format that the caller knows
-- Returns { outcome } or { 'claimed', claim }
-- @include claim-turn
local turn, lease_ms = tonumber(ARGV[1]), tonumber(ARGV[2])
local task = read_task()
if not task then
  return { 'unknown' }
elseif task.format > tonumber(ARGV[3]) then
  return { 'newer' }
elseif task.terminal == '1' or turn <= task.turnsEnded then
  return { 'ended' }
elseif turn > task.turn then
  return { 'unknown' }
elseif turn > task.turnsEnded + 1 or (task.leaseUntil and task.leaseUntil > now_ms()) then
  return { 'busy' }
end
local before = copy(task)
local claim = claim_turn(task, turn, lease_ms)
write_task(task, before)
return { 'claimed', claim }
