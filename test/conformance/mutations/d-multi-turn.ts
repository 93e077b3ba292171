import type { Mutations } from './mutation.js';

const INCOMING = 'src/a2a/operations/incoming/incoming-message.ts';
const CONTINUATION = 'src/a2a/operations/incoming/continuation.ts';

export const MULTI_TURN: Mutations = {
  'D-1': [
    { file: INCOMING, from: 'message.contextId ?? randomUUID()', to: "message.contextId ?? ''" },
    {
      file: 'src/a2a/engine/turn/output/agent-message.ts',
      from: "role: 'ROLE_AGENT', ...place, parts",
      to: "role: 'ROLE_AGENT', parts",
    },
  ],
  'D-2': [{ file: INCOMING, from: 'message.contextId ?? randomUUID()', to: 'randomUUID()' }],
  'D-3': [{ file: INCOMING, from: 'if (message.taskId !== undefined) {', to: 'if (false) {' }],
  'D-4': [
    {
      file: CONTINUATION,
      from: 'contextId !== undefined && contextId !== task.contextId',
      to: 'contextId !== task.contextId',
    },
  ],
  'D-5': [
    {
      file: CONTINUATION,
      from: 'contextId !== undefined && contextId !== task.contextId',
      to: 'contextId === ""',
    },
  ],
};
