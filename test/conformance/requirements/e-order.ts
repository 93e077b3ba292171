import { rows } from './requirement.js';

export const ORDER = rows(
  ['E-1', 'MUST', '3.5.2', 'Events are delivered in the order in which they were made.'],
  [
    'E-2',
    'MUST',
    '3.5.2',
    'Every stream of a task gets every event; that one of them ends changes nothing for others or for the task.',
  ],
  ['E-3', 'SHOULD', '11.7', 'The status that ends the task is the last event.'],
  ['E-4', 'reading', '3.1.6', 'Who has lost a stream subscribes, and begins with the task as it stands.'],
);
