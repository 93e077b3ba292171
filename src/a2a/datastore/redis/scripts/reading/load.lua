-- Reads a task.
-- KEYS  1 task; 2 a key that never exists (see task.lua)
-- ARGV  1 how many of the newest messages, or '' for all; 2 '1': with artifacts
-- Returns its snapshot, or nil if there is none
-- @include snapshot
local task = read_task()
return task and snapshot(task, tonumber(ARGV[1]), ARGV[2] == '1')
