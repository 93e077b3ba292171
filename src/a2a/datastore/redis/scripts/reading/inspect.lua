-- Reads what an operator sees of a task beside what its owner does.
-- KEYS  1 task; 2 a key that never exists (see task.lua)
-- Returns nil if there is none, else
--   { skill id, state, sequence, turn, turns ended, fence, lease in ms or nil, due in ms or nil },
--   open turns as a flat list: turn, attempts, requeues; steps as a flat list: key, bytes
-- @include task
local task = read_task()
if not task then
  return nil
end
local now = now_ms()
local function number(value)
  return value and string.format('%.0f', value) or false
end
local turns = {}
for turn = task.turnsEnded + 1, task.turn do
  local counts = redis.call('HMGET', key('turns'), turn .. ':attempts', turn .. ':requeues')
  turns[#turns + 1] = turn
  turns[#turns + 1] = tonumber(counts[1])
  turns[#turns + 1] = tonumber(counts[2])
end
local steps = {}
for _, step in ipairs(redis.call('HKEYS', key('steps'))) do
  steps[#steps + 1] = step
  steps[#steps + 1] = redis.call('HSTRLEN', key('steps'), step)
end
return {
  {
    task.skillId, task.state, number(task.lastSeq), number(task.turn), number(task.turnsEnded), number(task.fence),
    number(task.leaseUntil and task.leaseUntil - now), number(task.dueAt and task.dueAt - now),
  },
  turns,
  steps,
}
