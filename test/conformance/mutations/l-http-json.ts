import type { Mutations } from './mutation.js';

const QUERY = 'src/a2a/transports/http-json/routing/query.ts';
const SERVICE = 'src/a2a/transports/calls/service-parameters.ts';

export const HTTP_JSON: Mutations = {
  'L-2': [
    { file: SERVICE, from: "headers['a2a-version']", to: "headers['x-version']" },
    { file: QUERY, from: 'return decodeURIComponent(text', to: 'return (text' },
    {
      file: QUERY,
      from: 'test(text) ? Number(text) : text),\n  boolean',
      to: 'test(text) ? text : text),\n  boolean',
    },
    { file: QUERY, from: "text === 'true' || ", to: '' },
    {
      file: 'src/a2a/transports/http-json/routing/path-template.ts',
      from: 'params[segment.name] = decodeURIComponent(value);',
      to: 'params[segment.name] = value;',
    },
  ],
};
