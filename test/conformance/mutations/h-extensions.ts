import type { Mutations } from './mutation.js';

const EXTENSIONS_OF = 'src/a2a/card/content/agent-extensions.ts';

export const EXTENSIONS: Mutations = {
  'H-2': [
    {
      file: 'src/a2a/transports/calls/call-runner.service.ts',
      from: 'this.requireExtensions(service.extensions);',
      to: '',
    },
    { file: EXTENSIONS_OF, from: '...(required && { required }),', to: '' },
  ],
  'H-3': [
    { file: EXTENSIONS_OF, from: '.filter((uri) => this.known.has(uri))', to: '' },
    {
      file: EXTENSIONS_OF,
      from: '!uris.includes(uri)',
      to: '!uris.some((one) => one.startsWith(uri.slice(0, -1)))',
    },
  ],
};
