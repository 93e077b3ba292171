import type { Mutations } from './mutation.js';

const MESSAGE = 'src/a2a/protocol/model/message.ts';
const REQUESTS = 'src/a2a/protocol/model/requests.ts';

export const JSON: Mutations = {
  'N-1': [
    {
      file: 'src/a2a/operations/list-tasks.operation.ts',
      from: 'nextPageToken: page.next',
      to: 'next_page_token: page.next',
    },
    {
      file: 'src/a2a/engine/turn/output/agent-message.ts',
      from: "role: 'ROLE_AGENT'",
      to: "role: 'agent'",
    },
  ],
  'N-2': [
    {
      file: 'src/a2a/datastore/stored/stored-event.ts',
      from: 'new Date(at).toISOString()',
      to: "new Date(at).toISOString().replace('Z', '+00:00')",
    },
    {
      file: 'src/a2a/datastore/stored/snapshot-pieces.ts',
      from: 'new Date(head.statusAt).toISOString()',
      to: "new Date(head.statusAt).toISOString().replace('Z', '+00:00')",
    },
    { file: REQUESTS, from: String.raw`(\.\d{1,9})?`, to: String.raw`\.\d{3}` },
  ],
  'N-5': [
    { file: MESSAGE, from: 'messageId: requiredId', to: 'messageId: optionalId' },
    { file: MESSAGE, from: 'listOf(partSchema, MAX_PARTS, 1)', to: 'listOf(partSchema, MAX_PARTS)' },
    {
      file: REQUESTS,
      from: 'sendMessageRequest = z.object(',
      to: 'sendMessageRequest = z.strictObject(',
    },
  ],
};
