import { rows } from './requirement.js';

export const VERSIONS = rows(
  [
    'G-1',
    'MUST',
    '3.6.1',
    'A client names the version with every request, in the header or the query.',
    { notOfServer: 'of clients' },
  ],
  [
    'G-2',
    'MUST',
    '3.6.2',
    'A call is served as the version that it names, or refused with VERSION_NOT_SUPPORTED.',
  ],
  ['G-3', 'MUST', '3.6.2', 'A call that names no version asks for 0.3.'],
  ['G-4', 'MUST', '3.6, 14.2.1', 'A version is Major.Minor; digits of a patch make no difference.'],
  [
    'G-5',
    'MUST',
    '3.6.3',
    'An SDK lets its user say which version and transport to speak.',
    { notOfServer: 'of clients' },
  ],
  [
    'G-6',
    'SHOULD',
    '10.2',
    'On gRPC the version is read from the metadata.',
    { notOfServer: 'of the binding gRPC' },
  ],
);
