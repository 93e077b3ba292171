import { rows } from './requirement.js';

export const TENANTS = rows(
  [
    'I-1',
    'MUST',
    '8.3.2',
    'A client names the tenant of the interface that it uses.',
    { notOfServer: 'of clients' },
  ],
  [
    'I-2',
    'reading',
    '8.3.2, proto',
    'A tenant stands in the parameters, or before the path, which wins; tasks of one are not in another.',
  ],
  ['I-3', 'reading', '13.1', 'To name a tenant proves nothing: it leads to nobody else’s tasks.'],
);
