import { rows } from './requirement.js';

export const MULTI_TURN = rows(
  [
    'D-1',
    'MUST',
    '3.4.1, proto',
    'A context id that the agent has made stands in the task or message it answers with.',
  ],
  [
    'D-2',
    'MUST',
    '3.4.1',
    'A client’s context id is kept as it is, or the message refused; no other is put in its place.',
  ],
  ['D-3', 'MUST', '3.4.3', 'A message that names a task names one that exists.'],
  ['D-4', 'MUST', '3.4.3', 'A message that names a task alone is in the context of that task.'],
  ['D-5', 'MUST', '3.4.3', 'A message that names a task and another context is refused.'],
  [
    'D-6',
    'reading',
    '3.4.3',
    'A message that names a context alone begins a task in it; each caller has contexts of its own.',
  ],
  [
    'D-7',
    'SHOULD',
    '3.4.3',
    'Tasks that a message refers to are used, and nobody learns of another’s that way.',
  ],
  ['D-8', 'SHOULD', '3.4.1', 'How long contexts are kept is documented.'],
);
