import type { Mutations } from './mutation.js';

const ERRORS_OF = 'src/a2a/protocol/a2a-error.ts';
const INFO = 'src/a2a/protocol/error-info.ts';
const FAILURE = 'src/a2a/transports/calls/failure.ts';

export const ERRORS: Mutations = {
  'J-1': [
    { file: ERRORS_OF, from: '-32001, http: 404', to: '-32000, http: 400' },
    { file: ERRORS_OF, from: 'jsonRpc: -32008, http: 400', to: 'jsonRpc: -32000, http: 412' },
    { file: FAILURE, from: '-32603, http: 500', to: '-32000, http: 400' },
    { file: INFO, from: "return { '@type': ERROR_INFO", to: 'return { type: ERROR_INFO' },
  ],
  'J-2': [
    { file: INFO, from: "'a2a-protocol.org'", to: "'example.org'" },
    { file: FAILURE, from: 'message, [errorInfo(reason, metadata)])', to: 'message, [])' },
  ],
  'J-6': [
    { file: 'src/a2a/security/a2a.guard.ts', from: 'this.rules.requireAgent(principal);', to: '' },
    {
      file: 'src/a2a/identity/principal.ts',
      from: 'JSON.stringify([issuer, subject, client, tenant])',
      to: 'JSON.stringify([tenant])',
    },
  ],
  'J-7': [
    {
      file: 'src/a2a/protocol/model/message.ts',
      from: 'listOf(partSchema, MAX_PARTS, 1)',
      to: 'listOf(partSchema, MAX_PARTS)',
    },
    {
      file: 'src/a2a/protocol/model/requests.ts',
      from: 'configuration: optional(sendMessageConfiguration)',
      to: 'configuration: z.any()',
    },
  ],
};
