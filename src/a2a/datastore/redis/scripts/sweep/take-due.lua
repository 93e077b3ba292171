-- Finds out what the sweep has to do about a task.
-- KEYS  1 task; 2 a key that never exists (see task.lua)
-- ARGV  1 '1': an overdue turn is taken, so that nobody else gets it; 2 after how many ms it comes back;
--       from 3 on: a state, and how old it may become while no turn is open, in ms
-- Returns { 'gone' } or { 'later', in how many ms to look again } or { 'idle', state, status time }
--         or { 'expired', state, status time, skill id } or { 'overdue', '1' if a lease has run out, due time, skill id, state, turn,
--         attempts, requeues }
-- @include task
local task = read_task()
if not task then
  return { 'gone' }
end
local now = now_ms()
if task.dueAt then
  if task.dueAt > now then
    return { 'later', string.format('%.0f', task.dueAt - now) }
  end
  local turn = task.turnsEnded + 1
  local counts = redis.call('HMGET', key('turns'), turn .. ':attempts', turn .. ':requeues')
  local due_at = string.format('%.0f', task.dueAt)
  if ARGV[1] == '1' then
    local before = copy(task)
    task.dueAt = now + tonumber(ARGV[2])
    write_task(task, before)
  end
  return {
    'overdue', task.leaseUntil and '1' or '0', due_at, task.skillId, task.state, turn,
    tonumber(counts[1]), tonumber(counts[2]),
  }
end
for index = 3, #ARGV, 2 do
  if ARGV[index] == task.state and now - task.statusAt > tonumber(ARGV[index + 1]) then
    return { 'expired', task.state, string.format('%.0f', task.statusAt), task.skillId }
  end
end
return { 'idle', task.state, string.format('%.0f', task.statusAt) }
