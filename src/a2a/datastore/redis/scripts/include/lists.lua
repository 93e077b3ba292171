-- @include task
-- The lists of the task's owner in this bucket: sorted sets of task ids, scored by the time of the status.
local function lists_of(task)
  local of_context = task.context .. ':' .. task.state
  return {
    prefix .. 'list', prefix .. 'list:c:' .. task.context,
    prefix .. 'list:s:' .. task.state, prefix .. 'list:cs:' .. of_context,
  }
end

local function enlist(task)
  for _, list in ipairs(lists_of(task)) do
    redis.call('ZADD', list, task.statusAt, id)
  end
end

local function delist(task)
  for _, list in ipairs(lists_of(task)) do
    redis.call('ZREM', list, id)
  end
end

local function move_in_lists(task, before)
  if task.state == before.state and task.statusAt == before.statusAt then
    return
  end
  if before.state and task.state ~= before.state then
    local lists = lists_of(before)
    redis.call('ZREM', lists[3], id)
    redis.call('ZREM', lists[4], id)
  end
  enlist(task)
end
