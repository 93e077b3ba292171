-- Finds out which turn of a task a message opened.
-- KEYS  1 task; 2 a key that never exists (see task.lua)
-- ARGV  1 message key; 2 digest
-- Returns what delivered_turn() does
-- @include delivered-turn
return delivered_turn(ARGV[1], ARGV[2])
