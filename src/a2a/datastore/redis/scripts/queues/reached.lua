-- A turn with this place has begun. Owners whose turns have all begun are forgotten; with the last of them places
-- begin anew.
-- KEYS  1 last place of each owner; 2 last place that has begun
-- ARGV  1 place
-- Returns nothing
local reached = math.max(tonumber(redis.call('GET', KEYS[2]) or 0), tonumber(ARGV[1]))
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', reached)
if redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('SET', KEYS[2], reached)
else
  redis.call('DEL', KEYS[2])
end
return nil
