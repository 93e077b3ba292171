import { rows } from './requirement.js';

export const EXTENSIONS = rows(
  ['H-1', 'SHOULD', '3.2.6, 4.6', 'The header A2A-Extensions names extensions, with commas between them.'],
  [
    'H-2',
    'MUST',
    '3.3.4, 4.6.1',
    'Who does not name an extension that is required is refused with EXTENSION_SUPPORT_REQUIRED.',
  ],
  [
    'H-3',
    'MUST',
    '4.6.3',
    'An extension, or a version of one, that the agent does not speak is ignored; another version is no substitute.',
  ],
  [
    'H-4',
    'SHOULD',
    'topic extensions',
    'The answer names the extensions that were activated, and none is without being asked for.',
  ],
  [
    'H-5',
    'MUST',
    '4.6.3',
    'A change that breaks readers gets a new URI.',
    { notOfServer: 'of who writes an extension' },
  ],
  [
    'H-6',
    'MUST',
    '4.6, 14.2.2',
    'An extension leaves the core types as they are, and checks its input and its callers.',
    { notOfServer: 'of who writes an extension' },
  ],
  [
    'H-7',
    'reading',
    '4.6.2',
    'Messages say which extensions they use, whose data stands in the metadata under their URIs.',
  ],
);
