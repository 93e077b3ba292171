import type { Mutations } from './mutation.js';

const INCOMING = 'src/a2a/operations/incoming/incoming-message.ts';
const CONTINUATION = 'src/a2a/operations/incoming/continuation.ts';
const REPLY = 'src/a2a/engine/direct-reply.service.ts';
const PIECES = 'src/a2a/datastore/stored/snapshot-pieces.ts';
const ARTIFACT = 'src/a2a/datastore/stored/stored-artifact.ts';
const EVENT = 'src/a2a/datastore/stored/stored-event.ts';
const OUTPUT = 'src/a2a/engine/turn/output/output-events.ts';

export const LIFECYCLE: Mutations = {
  'C-2': [
    {
      file: CONTINUATION,
      from: 'return this.afterEnd(principal, delivery, key.taskId, state);',
      to: 'return { record, turn: record.turn };',
    },
    {
      file: CONTINUATION,
      from: "'UNSUPPORTED_OPERATION',\n    `The task has ended",
      to: "'TASK_NOT_FOUND',\n    `The task has ended",
    },
  ],
  'C-3': [
    { file: INCOMING, from: 'newTaskId(message.messageId)', to: 'message.messageId' },
    { file: INCOMING, from: 'if (message.taskId !== undefined) {', to: 'if (false) {' },
  ],
  'C-4': [
    {
      file: REPLY,
      from: '...agentMessage(parts, { contextId })',
      to: '...agentMessage(parts, { contextId, taskId: contextId })',
    },
    {
      file: 'src/a2a/engine/turn/output/agent-message.ts',
      from: "role: 'ROLE_AGENT', ...place, parts",
      to: "role: 'ROLE_AGENT', parts",
    },
    { file: PIECES, from: '      state: head.state,\n', to: '' },
  ],
  'C-5': [
    { file: PIECES, from: '{ artifacts }),', to: '{ artifacts: [...artifacts, ...artifacts] }),' },
    {
      file: ARTIFACT,
      from: '...Object.fromEntries(members), parts }',
      to: '...Object.fromEntries(members), parts: [] }',
    },
    { file: OUTPUT, from: '`${DEFAULT_ARTIFACT}-${this.turn.turn}`', to: 'DEFAULT_ARTIFACT' },
  ],
  'C-6': [
    { file: EVENT, from: 'artifactUpdate: {\n      ...ids,', to: 'artifactUpdate: {' },
    { file: EVENT, from: 'statusUpdate: {\n        ...ids,', to: 'statusUpdate: {' },
    {
      file: EVENT,
      from: 'append === true ? row.appended === true && { append }',
      to: 'append === true ? false',
    },
    { file: OUTPUT, from: '...(whole || lastChunk ? { lastChunk: true } : {})', to: '' },
  ],
};
