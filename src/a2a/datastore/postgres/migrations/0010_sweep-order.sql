-- Turns whose worker is gone, oldest first, however many others lie in their queues; those task_due has. An order by
-- due_at + 0 is found in this index only, whatever the server believes of the numbers.
create index task_due_of_claimed
  on a2a.task (agent, (due_at + 0)) where due_at is not null and lease_until is not null;
