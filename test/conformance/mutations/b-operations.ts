import type { Mutations } from './mutation.js';

const SEND = 'src/a2a/operations/send-message.operation.ts';
const STREAM = 'src/a2a/operations/send-streaming-message.operation.ts';
const SUBSCRIBE = 'src/a2a/operations/subscribe-to-task.operation.ts';
const CANCEL = 'src/a2a/operations/cancel-task.operation.ts';
const GET = 'src/a2a/operations/get-task.operation.ts';
const LIST = 'src/a2a/operations/list-tasks.operation.ts';
const TASK_STREAM = 'src/a2a/operations/task/task-stream.ts';
const ACCESS = 'src/a2a/operations/task/task-access.ts';
const VIEW = 'src/a2a/operations/task/task-view.ts';
const INCOMING = 'src/a2a/operations/incoming/incoming-message.ts';
const CONTINUATION = 'src/a2a/operations/incoming/continuation.ts';
const MODES = 'src/a2a/operations/incoming/modes.ts';
const CALLS = 'src/a2a/transports/calls/operation-calls.service.ts';
const PRINCIPAL = 'src/a2a/identity/principal.ts';
const MESSAGE = 'src/a2a/protocol/model/message.ts';
const PART = 'src/a2a/protocol/model/part.ts';
const REQUESTS = 'src/a2a/protocol/model/requests.ts';
const LIST_STATEMENT = 'src/a2a/datastore/postgres/tasks/list-statement.ts';

/** Tasks belong to nobody in particular. */
const SHARED = {
  file: PRINCIPAL,
  from: 'JSON.stringify([issuer, subject, client, tenant])',
  to: 'JSON.stringify([issuer, client, tenant])',
};

export const OPERATIONS: Mutations = {
  'B-1': [{ file: SEND, from: 'return { task };', to: 'return task as never;' }],
  'B-2': [
    { file: SEND, from: 'if (returnImmediately || isOver', to: 'if (true || isOver' },
    {
      file: SEND,
      from: 'loadByKey(record.key, { artifacts: true,',
      to: 'loadByKey(record.key, { artifacts: false,',
    },
  ],
  'B-3': [{ file: SEND, from: 'if (returnImmediately || isOver', to: 'if (isOver' }],
  'B-4': [
    {
      file: CONTINUATION,
      from: 'throw ended(taskId, state);',
      to: "throw new A2AError('TASK_NOT_CANCELABLE', state);",
    },
    { file: ACCESS, from: 'throw taskNotFound(key.taskId);', to: "throw new Error('gone');" },
    { file: MODES, from: 'if (refused) {', to: 'if (false) {' },
    SHARED,
  ],
  'B-6': [{ file: INCOMING, from: 'if (configuration?.taskPushNotificationConfig) {', to: 'if (false) {' }],
  'B-8': [
    { file: SEND, from: '{ artifacts: true, historyLength }', to: '{ artifacts: true }' },
    { file: SEND, from: 'withHistory(record.task, historyLength)', to: 'record.task' },
    { file: VIEW, from: 'history.slice(-historyLength)', to: 'history.slice(0, historyLength)' },
  ],
  'B-9': [
    { file: MESSAGE, from: 'messageId: requiredId', to: 'messageId: z.string()' },
    { file: MESSAGE, from: "z.literal('ROLE_USER', 'must be ROLE_USER')", to: 'roleSchema' },
    { file: MESSAGE, from: 'listOf(partSchema, MAX_PARTS, 1)', to: 'listOf(partSchema, MAX_PARTS)' },
    { file: PART, from: 'if (present.length !== 1) {', to: 'if (present.length === 0) {' },
    { file: PART, from: 'if (present.length !== 1) {', to: 'if (present.length > 1) {' },
  ],
  'B-10': [
    {
      file: CALLS,
      from: 'streaming ? stream(sendMessageRequest, sendStreamingMessage) : NO_STREAMS',
      to: 'stream(sendMessageRequest, sendStreamingMessage)',
    },
  ],
  'B-11': [
    {
      file: STREAM,
      from: 'yield { response: { message } };',
      to: 'yield { response: { message } }; yield { response: { message } };',
    },
    { file: STREAM, from: 'from: () => first.pop() ??', to: 'from: record.sequence ??' },
    { file: TASK_STREAM, from: "return 'message' in body ? undefined : body;", to: 'return body as never;' },
  ],
  'B-13': [
    {
      file: TASK_STREAM,
      from: 'for await (const event of feed.follow(key, after, signal)) {',
      to: 'const all = []; for await (const one of feed.follow(key, after, signal)) all.push(one); for (const event of all) {',
    },
  ],
  'B-14': [
    {
      file: STREAM,
      from: 'return this.limit.within(() => this.open(caller, request));',
      to: 'const open = () => this.open(caller, request); return this.limit.within(async () => async function* (signal: AbortSignal) { yield* (await open())(signal); });',
    },
  ],
  'B-15': [
    { file: GET, from: 'return task;', to: 'return { task } as never;' },
    { file: ACCESS, from: 'throw taskNotFound(key.taskId);', to: "throw new Error('gone');" },
    SHARED,
  ],
  'B-16': [SHARED],
  'B-18': [
    { file: REQUESTS, from: '.min(1).max(MAX_PAGE_SIZE)', to: '.min(1)' },
    { file: REQUESTS, from: '.min(1).max(MAX_PAGE_SIZE)', to: '.max(MAX_PAGE_SIZE)' },
    { file: LIST, from: 'DEFAULT_PAGE_SIZE = 50', to: 'DEFAULT_PAGE_SIZE = 20' },
    { file: LIST, from: 'limit: pageSize', to: 'limit: 100' },
  ],
  'B-19': [
    {
      file: LIST,
      from: 'pageToken === undefined ? undefined : decodePageToken',
      to: 'true ? undefined : decodePageToken',
    },
    {
      file: 'src/a2a/operations/page-token.ts',
      from: 'throw new InvalidParamsError([',
      to: "if (token) return { statusAt: 0, taskId: '' }; throw new InvalidParamsError([",
    },
  ],
  'B-20': [{ file: LIST_STATEMENT, from: 'b.statusAt - a.statusAt', to: 'a.statusAt - b.statusAt' }],
  'B-21': [
    { file: LIST, from: 'request.includeArtifacts ?? false', to: 'true' },
    { file: LIST, from: '{ artifacts: [], ...task }', to: '{ ...task }' },
  ],
  'B-22': [
    {
      file: LIST,
      from: "encodePageToken(page.next, listing) : ''",
      to: 'encodePageToken(page.next, listing) : undefined as never',
    },
    { file: LIST, from: 'totalSize: page.total', to: 'totalSize: page.tasks.length' },
    { file: LIST, from: '      pageSize,\n', to: '' },
  ],
  'B-23': [
    {
      file: REQUESTS,
      from: 'status: optional(taskStateSchema)',
      to: 'status: optional(taskStateSchema.or(z.any()))',
    },
    { file: REQUESTS, from: ".min(0, 'must not be negative')", to: '' },
    { file: REQUESTS, from: 'ISO_UTC.test(value) && isDay(value)', to: 'ISO_UTC.test(value)' },
  ],
  'B-24': [
    { file: CANCEL, from: "'TASK_STATE_CANCELED' as const", to: "'TASK_STATE_FAILED' as const" },
    { file: CANCEL, from: 'throw notCancelable(id, task.status.state);', to: 'return task;' },
    { file: ACCESS, from: 'throw taskNotFound(key.taskId);', to: "throw new Error('gone');" },
    SHARED,
  ],
  'B-26': [
    {
      file: 'src/a2a/datastore/postgres/migrations/0002_read-functions.sql',
      from: 'order by place desc',
      to: 'order by place',
    },
    { file: GET, from: '{ artifacts: true, historyLength }', to: '{ artifacts: true }' },
    { file: LIST, from: 'request.historyLength ?? 0', to: '0' },
    { file: REQUESTS, from: ".min(0, 'must not be negative')", to: '' },
    {
      file: 'src/a2a/datastore/stored/snapshot-pieces.ts',
      from: '...(withHistory && {',
      to: '...(true && {',
    },
  ],
  'B-27': [
    {
      file: SUBSCRIBE,
      from: '{ key: record.key, from: load,',
      to: '{ key: record.key, from: record.sequence,',
    },
    {
      file: SUBSCRIBE,
      from: 'loadByKey(record.key, { artifacts: true })',
      to: 'loadByKey(record.key, { artifacts: false })',
    },
  ],
  'B-28': [
    { file: SUBSCRIBE, from: 'if (over && lastEventId === undefined) {', to: 'if (false) {' },
    { file: ACCESS, from: 'throw taskNotFound(key.taskId);', to: "throw new Error('gone');" },
    {
      file: CALLS,
      from: 'streaming ? stream(subscribeToTaskRequest, subscribeToTask) : NO_STREAMS',
      to: 'stream(subscribeToTaskRequest, subscribeToTask)',
    },
    SHARED,
  ],
  'B-29': [
    {
      file: 'src/a2a/operations/task/stream-limit.ts',
      from: 'this.drain.openStreams >= this.maxOpenStreams',
      to: 'this.drain.openStreams >= 1',
    },
    {
      file: 'src/a2a/tasks/task-feed.service.ts',
      from: 'while (!signal.aborted) {',
      to: "signal.addEventListener('abort', () => Object.assign(channel, { left: true })); while (!signal.aborted && !('left' in channel)) {",
    },
  ],
  'B-31': [
    {
      file: CALLS,
      from: "['CreateTaskPushNotificationConfig', NO_PUSH]",
      to: "['CreateTaskPushNotificationConfig', NO_STREAMS]",
    },
    {
      file: CALLS,
      from: "['GetTaskPushNotificationConfig', NO_PUSH]",
      to: "['GetTaskPushNotificationConfig', NO_STREAMS]",
    },
    {
      file: CALLS,
      from: "['ListTaskPushNotificationConfigs', NO_PUSH]",
      to: "['ListTaskPushNotificationConfigs', NO_STREAMS]",
    },
    {
      file: CALLS,
      from: "['DeleteTaskPushNotificationConfig', NO_PUSH]",
      to: "['DeleteTaskPushNotificationConfig', NO_STREAMS]",
    },
  ],
};
