-- A message that has come before: a hash with digest and either task and turn, or reply, or neither while the
-- reply is being made, which forgets itself. A message that goes to a task of another bucket has task and token, but
-- no turn: the task itself knows whether it has come.
-- void_task is one that knows nothing of a message that was reserved for it: such a reservation is forgotten.
-- Returns nil if it has not come, else what became of it:
--   { 'conflict' } or { 'turn', task id, turn } or { 'reserved', task id } or { 'reply', JSON } or { 'pending' }
local function read_delivery(delivery, digest, void_task)
  local found = redis.call('HMGET', delivery, 'digest', 'task', 'turn', 'reply')
  if not found[1] then
    return nil
  elseif found[1] ~= digest then
    return { 'conflict' }
  elseif found[3] then
    return { 'turn', found[2], found[3] }
  elseif found[2] then
    if found[2] == void_task then
      redis.call('DEL', delivery)
      return nil
    end
    return { 'reserved', found[2] }
  elseif found[4] then
    return { 'reply', found[4] }
  end
  return { 'pending' }
end
