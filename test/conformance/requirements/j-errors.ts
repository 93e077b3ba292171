import { rows } from './requirement.js';

export const ERRORS = rows(
  [
    'J-1',
    'MUST',
    '3.3.2, 5.4, 9.5, 11.6',
    'An error has the code of its kind on the binding, a message, and details of which each names its type.',
  ],
  [
    'J-2',
    'MUST',
    '9.5, 11.6',
    'An error of the protocol is named by an ErrorInfo: its reason, the domain of A2A, and metadata of strings.',
  ],
  ['J-3', 'SHOULD', '3.3.2, 6.5', 'A BadRequest says of every wrong member which it is, and why.'],
  [
    'J-4',
    'reading',
    '11.6',
    'On HTTP+JSON the body of an error is a google.rpc.Status under `error`, with the code of the status line.',
  ],
  [
    'J-5',
    'reading',
    '10.6',
    'On gRPC an error is a google.rpc.Status in a trailer.',
    { notOfServer: 'of the binding gRPC' },
  ],
  [
    'J-6',
    'MUST',
    '3.3.2, 13.1',
    'Who has no good credentials is refused, and nobody learns of what is not theirs whether it is there.',
  ],
  ['J-7', 'MUST', '3.3.2', 'All of the input is checked before any of it is acted upon.'],
  ['J-8', 'reading', '5.4', 'Errors of the protocol have JSON-RPC codes from -32001 to -32099.'],
);
