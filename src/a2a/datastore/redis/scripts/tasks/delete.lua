-- Deletes a task with all that hangs on it.
-- KEYS  1 task; 2 a key that never exists (see task.lua)
-- Returns 1, or 0 if there was none
-- @include lists, artifacts
local task = read_task()
if not task then
  return 0
end
delist(task)
local rows = redis.call('HKEYS', key('artifacts'))
for _, row in ipairs(rows) do
  redis.call('UNLINK', parts_key(row:sub(1, 1), row:sub(2)))
end
-- Forgotten by now, it may have come again and opened another task.
if task.delivery ~= '' and redis.call('HGET', task.delivery, 'task') == id then
  redis.call('UNLINK', task.delivery)
end
redis.call(
  'UNLINK', KEYS[1], key('fixed'), key('log'), key('messages'), key('metadata'), key('turns'), key('steps'),
  key('artifacts'), key('delivered')
)
return 1
