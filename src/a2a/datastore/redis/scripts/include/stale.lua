-- @include clock
-- Whether the sweep index was told of a turn so long ago (epoch ms of its own clock) that it may have forgotten.
local NEWS_LAST_MS = 20000

local function is_stale(told_at)
  return told_at ~= '' and now_ms() - tonumber(told_at) > NEWS_LAST_MS
end
