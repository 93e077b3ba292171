import { rows } from './requirement.js';

export const HTTP_JSON = rows(
  [
    'L-1',
    'SHOULD',
    '11.1',
    'Bodies are application/a2a+json; application/json is taken too, since many clients send it.',
  ],
  [
    'L-2',
    'MUST',
    '11.2, 11.5',
    'Service parameters are headers; what a GET or DELETE asks for stands in path and query, each value in the form of its type.',
  ],
  ['L-3', 'reading', '11.7', 'An event of a stream is a bare StreamResponse.'],
  ['L-4', 'reading', '11.3', 'Paths have verbs after a colon.'],
  ['L-5', 'reading', '11.3', 'Paths begin right after the URL of the interface, without a version.'],
  ['L-6', 'reading', '11.6', 'Errors are in the form of section 11.6, not application/problem+json.'],
);
