-- @include task
-- What a task shows of its artifacts. An artifact has a base row, from turns that are over, and a current one from
-- the turn that runs, so that what a failed attempt wrote can be taken back. Rows stand in the hash `artifacts`,
-- field "<b or c><artifact id>": "<place>:<fence of its last writer or none>:<1: goes on where the base ends>:<head>".
-- place is the number of the event that made the artifact; head is its members but for id and parts, as JSON of
-- member name to JSON. The parts of each row are a string, the inside of a JSON array, to which each chunk is
-- appended: nothing is ever read back to be joined.
local function parts_key(row, artifact)
  return prefix .. 'parts:' .. #id .. ':' .. id .. ':' .. row .. ':' .. artifact
end

local function parse_row(value)
  if not value then
    return nil
  end
  local place, fence, continues, head = value:match('^(%d+):(%d*):([01]):(.*)$')
  return { place = place, fence = fence, continues = continues == '1', head = head }
end

local function read_row(row, artifact)
  return parse_row(redis.call('HGET', key('artifacts'), row .. artifact))
end

local function store_row(row, artifact, values)
  redis.call(
    'HSET', key('artifacts'), row .. artifact,
    values.place .. ':' .. values.fence .. ':' .. (values.continues and '1' or '0') .. ':' .. values.head
  )
end

local function append_parts(row, artifact, parts)
  if not parts or parts == '' then
    return
  end
  local target = parts_key(row, artifact)
  redis.call('APPEND', target, redis.call('EXISTS', target) == 1 and ',' .. parts or parts)
end

local function merged(head, new)
  if next(new) == nil then
    return head
  end
  local members = cjson.decode(head)
  for name, value in pairs(new) do
    members[name] = value
  end
  return cjson.encode(members)
end

-- Brings an artifact up to date with one event. Returns whether the event appends: a chunk of an artifact that
-- does not exist begins it, so that nothing is dropped.
local function write_artifact(event, sequence, is_current, writer)
  local artifact = event.artifact
  local name = is_current and 'c' or 'b'
  local row = read_row(name, artifact)
  local base = not row and is_current and read_row('b', artifact) or nil
  local fence = writer and string.format('%.0f', writer) or ''
  local before = row or base
  local appending = event.append == true and before ~= nil

  if not appending then
    store_row(name, artifact, {
      place = before and before.place or string.format('%.0f', sequence),
      fence = fence,
      continues = false,
      head = cjson.encode(event.head),
    })
    redis.call('DEL', parts_key(name, artifact))
  elseif base then
    store_row(name, artifact, {
      place = base.place, fence = fence, continues = true, head = merged(base.head, event.head),
    })
  elseif next(event.head) ~= nil or (writer and fence ~= row.fence) then
    row.head = merged(row.head, event.head)
    row.fence = writer and fence or row.fence
    store_row(name, artifact, row)
  end
  append_parts(name, artifact, event.parts)
  return appending
end

-- Calls visit(artifact id, row) for each row of the turn that runs.
local function each_current_row(visit)
  local flat = redis.call('HGETALL', key('artifacts'))
  for index = 1, #flat, 2 do
    if flat[index]:sub(1, 1) == 'c' then
      visit(flat[index]:sub(2), parse_row(flat[index + 1]))
    end
  end
end

-- At the end of a turn: what earlier attempts alone wrote goes, the rest becomes the base.
local function settle_artifacts(writer)
  local fence = writer and string.format('%.0f', writer)
  each_current_row(function(artifact, row)
    local current, base = parts_key('c', artifact), parts_key('b', artifact)
    redis.call('HDEL', key('artifacts'), 'c' .. artifact)
    if fence and row.fence ~= fence then
      redis.call('UNLINK', current)
      return
    end
    if row.continues then
      append_parts('b', artifact, redis.call('GET', current))
      redis.call('UNLINK', current)
    else
      redis.call('UNLINK', base)
      if redis.call('EXISTS', current) == 1 then
        redis.call('RENAME', current, base)
      end
    end
    row.continues = false
    store_row('b', artifact, row)
  end)
end
