import { rows } from './requirement.js';

export const JSON_RPC = rows(
  [
    'K-1',
    'MUST',
    '9.1, 9.2, 5.3',
    'Calls are JSON-RPC 2.0 over HTTP in application/json, with methods in PascalCase and service parameters as headers.',
  ],
  [
    'K-2',
    'MUST',
    '9.4.2',
    'A stream is text/event-stream whose every event is a whole response with the id of the call.',
  ],
  [
    'K-3',
    'reading',
    '9.4',
    'SendMessage wraps its result; GetTask and CancelTask give the bare task, ListTasks the page.',
  ],
  [
    'K-4',
    'reading',
    'JSON-RPC 2.0',
    'The envelope is checked, the id comes back as it was, and what is no JSON is answered with the id null.',
  ],
);
