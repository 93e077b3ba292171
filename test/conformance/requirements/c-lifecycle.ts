import { rows } from './requirement.js';

export const LIFECYCLE = rows(
  ['C-1', 'reading', '4.1.3', 'States have the names of the protocol, and none is ever unspecified.'],
  [
    'C-2',
    'MUST',
    '3.1.1, topic life of a task',
    'A task that has ended takes no message and changes no more; what follows is a new task in its context.',
  ],
  ['C-3', 'MUST', '3.4.2', 'The server makes the ids of tasks, each once; a client can not choose one.'],
  [
    'C-4',
    'MUST',
    '4.1.1, 4.1.4, proto',
    'A task has an id and a status with a state; the agent’s messages have their context, and a task only where there is one.',
  ],
  ['C-5', 'MUST', '4.1.7, 3.7', 'An artifact has an id of its own within the task and at least one part.'],
  [
    'C-6',
    'MUST',
    '4.2.1, 4.2.2',
    'Updates name their task and context; append adds to an artifact, lastChunk ends it, and members of 0.3 are gone.',
  ],
  [
    'C-7',
    'MAY',
    '3.7',
    'The agent decides what of a conversation is kept; this one keeps all, in its order.',
  ],
  [
    'C-8',
    'SHOULD',
    '7.6.1, 3.3.3',
    'A task takes messages while it waits for an authorisation, and while it works.',
  ],
  [
    'C-9',
    'SHOULD',
    'topic life of a task',
    'What is refined keeps its name and is an artifact of its own; where a task exists, tasks are the answer.',
  ],
);
