-- @include clock
-- The task whose hash is KEYS[1]. Its other keys stand in the same slot and differ in their kind:
--   task       hash: the fields below
--   fixed      string: JSON of what never changes (owner, id, context id, principal)
--   log        list: events; its n-th element is the event with number n
--   messages   list: JSON of all messages
--   metadata   hash: member name to JSON
--   turns      hash: of each turn n that is not over n:message (its place in messages), n:attempts, n:requeues,
--              n:started
--   steps      hash: results of the turn that runs, key to JSON
--   artifacts  hash, and parts: strings; see artifacts.lua
--   delivered  hash: message key to "turn until digest"
-- Scripts name only the first of them among their keys, and one that never exists: because it is missing, a cluster
-- runs none of them (TRYAGAIN) while it moves the slot, when the task's keys may be on two nodes.
-- Lists and hashes, no streams: a stream takes 4 KiB however little stands in it.
local prefix, id = KEYS[1]:match('^(a2a:{[^}]*}:)task:(.*)$')

local function key(kind)
  return prefix .. kind .. ':' .. id
end

local NUMBERS = {
  'format', 'statusSeq', 'statusAt', 'statusMessage', 'lastSeq', 'lastAt', 'turn', 'turnsEnded',
  'fence', 'leaseUntil', 'dueAt', 'batchFence', 'batch',
}

-- Numbers that are absent are nil; the other fields (state, terminal, skillId, context, hasMetadata, delivery)
-- are strings. Returns nil if there is no such task.
local function read_task()
  local flat = redis.call('HGETALL', KEYS[1])
  if #flat == 0 then
    return nil
  end
  local task = {}
  for index = 1, #flat, 2 do
    task[flat[index]] = flat[index + 1]
  end
  for _, name in ipairs(NUMBERS) do
    task[name] = tonumber(task[name])
  end
  return task
end

local function copy(task)
  local result = {}
  for name, value in pairs(task) do
    result[name] = value
  end
  return result
end

-- Stores what differs from `before`.
local function write_task(task, before)
  local changes = {}
  local function note(name, value)
    changes[#changes + 1] = name
    changes[#changes + 1] = type(value) == 'number' and string.format('%.0f', value) or value
  end
  for name, value in pairs(task) do
    if value ~= before[name] then
      note(name, value)
    end
  end
  for name in pairs(before) do
    if task[name] == nil then
      note(name, '')
    end
  end
  if #changes > 0 then
    redis.call('HSET', KEYS[1], unpack(changes))
  end
end

local function is_open(task)
  return task.turnsEnded < task.turn
end
