-- Reads a task for a page, unless there is too much of it.
-- KEYS  1 task; 2 a key that never exists (see task.lua)
-- ARGV  1 how many of the newest messages, or '' for all; 2 '1': with artifacts; 3 bytes up to which it is read;
--       4 bytes at which measuring stops
-- Returns { bytes of its history and artifacts, its snapshot or nil }, or nil if there is none. Nothing that is long
-- is read for its length: that of what was measured last may go beyond the end.
-- @include snapshot
local function history_bytes(task, history_length, enough)
  local bytes, seen, count = 0, 0, redis.call('LLEN', key('messages'))
  for index = count - 1, 0, -1 do
    if seen == history_length or bytes > enough then
      break
    end
    if index ~= task.statusMessage then
      seen = seen + 1
      bytes = bytes + #redis.call('LINDEX', key('messages'), index - count)
    end
  end
  return bytes
end

local function artifact_bytes()
  local bytes = 0
  local flat = redis.call('HGETALL', key('artifacts'))
  local current = {}
  for index = 1, #flat, 2 do
    if flat[index]:sub(1, 1) == 'c' then
      current[flat[index]:sub(2)] = parse_row(flat[index + 1])
    end
  end
  for index = 1, #flat, 2 do
    local row, artifact = flat[index]:sub(1, 1), flat[index]:sub(2)
    local instead = row == 'b' and current[artifact]
    if not instead then
      bytes = bytes + #flat[index + 1]
    end
    if not instead or instead.continues then
      bytes = bytes + redis.call('STRLEN', parts_key(row, artifact))
    end
  end
  return bytes
end

local task = read_task()
if not task then
  return nil
end
local history_length, with_artifacts = tonumber(ARGV[1]), ARGV[2] == '1'
local bytes = with_artifacts and artifact_bytes() or 0
bytes = bytes + history_bytes(task, history_length, tonumber(ARGV[4]) - bytes)
return { bytes, bytes <= tonumber(ARGV[3]) and snapshot(task, history_length, with_artifacts) }
