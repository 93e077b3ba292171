-- @include task, artifacts
-- All that makes up the task as a reader wants it; history_length nil: all. Returns
--   { fixed, skill id, state, status time, turn, turns ended, sequence },
--   metadata as a flat list of names and values, or nil,
--   the message of the status, or nil,
--   history, newest first,
--   artifacts as a flat list: id, place, head, parts, parts that follow
local function snapshot(task, history_length, with_artifacts)
  local number = function(value) return string.format('%.0f', value) end
  local head = {
    redis.call('GET', key('fixed')), task.skillId, task.state,
    number(task.statusAt), number(task.turn), number(task.turnsEnded), number(task.lastSeq),
  }
  local metadata = task.hasMetadata == '1' and redis.call('HGETALL', key('metadata')) or false
  local status = task.statusMessage and redis.call('LINDEX', key('messages'), task.statusMessage) or false

  local history = {}
  if history_length ~= 0 then
    local count = redis.call('LLEN', key('messages'))
    -- One more, because the message of the status may be among them.
    local first = history_length and math.max(count - history_length - 1, 0) or 0
    local messages = redis.call('LRANGE', key('messages'), first, -1)
    for index = #messages, 1, -1 do
      if first + index - 1 ~= task.statusMessage and #history ~= history_length then
        history[#history + 1] = messages[index]
      end
    end
  end

  local artifacts = {}
  if with_artifacts then
    local flat = redis.call('HGETALL', key('artifacts'))
    local rows = {}
    for index = 1, #flat, 2 do
      rows[flat[index]] = parse_row(flat[index + 1])
    end
    local function show(artifact, row, parts, following)
      artifacts[#artifacts + 1] = artifact
      artifacts[#artifacts + 1] = row.place
      artifacts[#artifacts + 1] = row.head
      artifacts[#artifacts + 1] = parts and redis.call('GET', parts) or ''
      artifacts[#artifacts + 1] = following and redis.call('GET', following) or ''
    end
    for name, row in pairs(rows) do
      local artifact = name:sub(2)
      local base, current = parts_key('b', artifact), parts_key('c', artifact)
      if name:sub(1, 1) == 'b' then
        if not rows['c' .. artifact] then
          show(artifact, row, base)
        end
      elseif row.continues then
        show(artifact, row, base, current)
      else
        show(artifact, row, current)
      end
    end
  end
  return { head, metadata, status, history, artifacts }
end
