-- @include task, snapshot
-- Takes the next fence for a turn that may be claimed. Changes `task`, which is stored by the caller. Returns
--   { fence, attempt, running ms, turn }, the message that opened the turn, steps as a flat list, the snapshot
local function claim_turn(task, turn, lease_ms)
  local now = now_ms()
  -- Never one that was given before, also when the server has lost the last one.
  task.fence = math.max(task.fence + 1, now)
  task.leaseUntil = now + lease_ms
  task.dueAt = now + lease_ms
  local attempt = redis.call('HINCRBY', key('turns'), turn .. ':attempts', 1)
  redis.call('HSETNX', key('turns'), turn .. ':started', now)
  local found = redis.call('HMGET', key('turns'), turn .. ':started', turn .. ':message')
  return {
    {
      string.format('%.0f', task.fence), attempt,
      string.format('%.0f', math.max(now - tonumber(found[1]), 0)), turn,
    },
    redis.call('LINDEX', key('messages'), found[2]),
    redis.call('HGETALL', key('steps')),
    snapshot(task, nil, true),
  }
end
