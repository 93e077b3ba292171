import type { Mutations } from './mutation.js';

export const ORDER: Mutations = {
  'E-1': [
    {
      file: 'src/a2a/datastore/postgres/tasks/read-statements.ts',
      from: 'order by seq`',
      to: 'order by seq desc`',
    },
  ],
  'E-2': [
    {
      file: 'src/a2a/tasks/task-feed.service.ts',
      from: 'const channel = this.enter(key);',
      to: 'const channel = this.enter(key); if (this.readers > 1) return;',
    },
  ],
};
