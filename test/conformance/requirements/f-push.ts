import { rows } from './requirement.js';

const whileNotDeclared = { whileNotDeclared: 'push notifications' } as const;

export const PUSH = rows(
  [
    'F-1',
    'MUST',
    '4.3.3, 3.5.1',
    'A notification is a POST of one StreamResponse in application/a2a+json.',
    whileNotDeclared,
  ],
  ['F-2', 'MUST', '4.3.3', 'It carries the credentials of its configuration.', whileNotDeclared],
  ['F-3', 'reading', '4.3.3', 'It carries the token of its configuration.', whileNotDeclared],
  [
    'F-4',
    'MUST',
    '4.3.3, 13.2',
    'It is tried at least once, and again later where it fails.',
    whileNotDeclared,
  ],
  ['F-5', 'SHOULD', '13.2', 'It is not sent to an address within.', whileNotDeclared],
  ['F-6', 'SHOULD', '13.2', 'Webhooks are HTTPS, and their credentials are kept safe.', whileNotDeclared],
  [
    'F-7',
    'MUST',
    '4.3.3, 13.2',
    'Who receives one answers 2xx and checks from whom it is.',
    { notOfServer: 'of clients' },
  ],
);
