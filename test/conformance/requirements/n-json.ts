import { rows } from './requirement.js';

export const JSON = rows(
  ['N-1', 'MUST', '5.5', 'Members have names in camelCase, and enums are written by their full names.'],
  [
    'N-2',
    'MUST',
    '5.6.1',
    'Times are ISO 8601 in UTC, written with Z and milliseconds; other fractions are read too.',
  ],
  ['N-3', 'reading', '5.5', 'Bytes are base64, written in the standard alphabet and read in either.'],
  ['N-4', 'reading', 'proto', 'Which member a part has tells its kind; it has exactly one of the four.'],
  [
    'N-5',
    'MUST',
    '5.7, ProtoJSON',
    'A request without a required member, or with an empty required list, is refused; members that nobody knows are ignored.',
  ],
  ['N-6', 'reading', '5.7, 3.1.4', 'Required members are there also when they are empty or zero.'],
);
