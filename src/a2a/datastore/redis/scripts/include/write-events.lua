-- @include task, lists, artifacts
-- Writes events into the log and the snapshot of the task. writer is the fence of the claim, or nil for one without
-- a claim, whose messages open turns. Changes `task` and stores it; `before` is the task as it is stored.
local OPEN_TURN_DUE_MS = 30000

local function write_status(task, event, writer)
  local ends = event.ends
  if event.state == task.state and not event.message and not (ends and writer) then
    if event.metadata then
      task.hasMetadata = '1'
      for name, value in pairs(event.metadata) do
        redis.call('HSET', key('metadata'), name, value)
      end
    end
    return
  end
  task.state = event.state
  task.statusAt = task.lastAt
  task.statusSeq = task.lastSeq
  task.statusMessage = event.message and redis.call('RPUSH', key('messages'), event.message) - 1 or nil
  if not ends then
    return
  end
  local first_over = task.turnsEnded + 1
  task.terminal = ends == 'task' and '1' or ''
  task.turnsEnded = ends == 'task' and task.turn or math.min(task.turnsEnded + 1, task.turn)
  task.fence = task.fence + (ends == 'task' and 1 or 0)
  task.leaseUntil = nil
  -- The next turn's job may have been lost while it waited.
  task.dueAt = is_open(task) and task.lastAt + OPEN_TURN_DUE_MS or nil
  settle_artifacts(writer)
  redis.call('DEL', key('steps'))
  for turn = first_over, task.turnsEnded do
    redis.call(
      'HDEL', key('turns'), turn .. ':message', turn .. ':attempts', turn .. ':requeues', turn .. ':started'
    )
  end
end

local function open_turn(task, message_place)
  task.turn = task.turn + 1
  redis.call(
    'HSET', key('turns'),
    task.turn .. ':message', message_place, task.turn .. ':attempts', 0, task.turn .. ':requeues', 0
  )
  task.dueAt = task.dueAt or task.lastAt + OPEN_TURN_DUE_MS
end

local function write_events(task, before, writer, events)
  task.lastAt = math.max(task.lastAt, now_ms())
  for _, event in ipairs(events) do
    task.lastSeq = task.lastSeq + 1
    local turn = math.min(task.turnsEnded + 1, task.turn)
    local flag, parts = '', ''
    if event.state then
      write_status(task, event, writer)
    elseif event.artifact then
      flag = write_artifact(event, task.lastSeq, turn > task.turnsEnded, writer) and '1' or '0'
      parts = '\n' .. event.parts
    else
      local place = redis.call('RPUSH', key('messages'), event.message) - 1
      if not writer then
        open_turn(task, place)
        turn = task.turn
      end
    end
    -- JSON text holds no line feed, so these can stand between.
    redis.call(
      'RPUSH', key('log'),
      string.format('%.0f %.0f %s\n', task.lastAt, turn, flag) .. event.body .. parts
    )
  end
  write_task(task, before)
  move_in_lists(task, before)
end

-- What the sweep index should learn of this write: {} for nothing.
local function news_for_sweep(task, before)
  if is_open(task) then
    if task.turnsEnded ~= before.turnsEnded then
      return { 'due', string.format('%.0f', task.dueAt - task.lastAt) }
    end
  elseif task.statusAt ~= before.statusAt or task.state ~= before.state then
    return { 'idle', task.state, string.format('%.0f', task.statusAt) }
  end
  return {}
end
