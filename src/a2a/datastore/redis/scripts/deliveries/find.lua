-- Finds out what became of a message.
-- KEYS  1 delivery
-- ARGV  1 digest
-- Returns what read_delivery() does
-- @include delivery
return read_delivery(KEYS[1], ARGV[1])
