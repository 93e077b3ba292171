-- @include task
-- The task, if the claim with this fence still holds its turn, else nil.
local function held_task(fence)
  local task = read_task()
  if task and task.fence == tonumber(fence) and task.leaseUntil and task.terminal ~= '1' then
    return task
  end
  return nil
end
