import type { Task } from '../../../src/a2a/index.js';
import { message, messageFor } from '../../support/messages.js';

type Params = Readonly<Record<string, unknown>>;

/** What a request is made from: for each binding tasks of its own. */
export interface Tasks {
  readonly ended: Task;
  readonly asking: Task;
  readonly running: Task;
}

/** An operation, its parameters, and what both bindings must say: a kind of result, or a reason. */
export type RequestRow = readonly [
  what: string,
  operation: string,
  params: (tasks: Tasks) => Params,
  expected: string,
  headers?: Readonly<Record<string, string | undefined>>,
];

const push = (more: object = {}) => ({ taskId: 'x', url: 'https://hook.example/x', ...more });
const say = (skillId: string, text?: string, configuration?: object) => () => ({
  message: messageFor(skillId, text),
  ...(configuration && { configuration }),
});
const wrong = (members: object) => () => ({ message: { ...messageFor('echo'), ...members } });
const list = (params: Params) => () => params;

/** Good requests and bad ones, at least one for each operation. */
export const REQUESTS: readonly RequestRow[] = [
  ['a queued skill', 'SendMessage', say('letters'), 'result'],
  ['an inline skill', 'SendMessage', say('echo'), 'result'],
  ['a direct reply', 'SendMessage', say('reply', 'Ada'), 'result'],
  ['a skill that asks', 'SendMessage', say('need-input'), 'result'],
  ['a skill that fails', 'SendMessage', say('fail'), 'result'],
  ['a skill that rejects', 'SendMessage', say('reject'), 'result'],
  ['no history', 'SendMessage', say('echo', 'x', { historyLength: 0 }), 'result'],
  ['a part of data', 'SendMessage', wrong({ parts: [{ data: { a_b: [1, null] } }] }), 'result'],
  ['a part of bytes', 'SendMessage', wrong({ parts: [{ raw: 'Pz8_', mediaType: 'a/b' }] }), 'result'],
  [
    'snake_case',
    'SendMessage',
    () => ({ message: { message_id: 'm', role: 1, parts: [{ text: 'x' }], metadata: { skillId: 'echo' } } }),
    'result',
  ],
  ['null as unset', 'SendMessage', wrong({ contextId: null, extensions: null }), 'result'],
  ['unknown members', 'SendMessage', wrong({ kind: 'message', x: { y: 1 } }), 'result'],
  [
    'the next turn',
    'SendMessage',
    ({ asking }) => ({ message: message('red', { taskId: asking.id }) }),
    'result',
  ],
  ['a tenant', 'SendMessage', () => ({ tenant: 'acme', message: messageFor('echo') }), 'result'],
  ['no message', 'SendMessage', () => ({}), 'INVALID_PARAMS'],
  ['a message of null', 'SendMessage', () => ({ message: null }), 'INVALID_PARAMS'],
  ['no messageId', 'SendMessage', wrong({ messageId: '' }), 'INVALID_PARAMS'],
  ['no parts', 'SendMessage', wrong({ parts: [] }), 'INVALID_PARAMS'],
  ['a part of two kinds', 'SendMessage', wrong({ parts: [{ text: 'x', url: 'y' }] }), 'INVALID_PARAMS'],
  ['the role of the agent', 'SendMessage', wrong({ role: 'ROLE_AGENT' }), 'INVALID_PARAMS'],
  ['many faults', 'SendMessage', wrong({ role: 5, messageId: 5, parts: [{}, 5] }), 'INVALID_PARAMS'],
  [
    'a tenant that is none',
    'SendMessage',
    () => ({ tenant: 5, message: messageFor('echo') }),
    'INVALID_PARAMS',
  ],
  ['a negative historyLength', 'SendMessage', say('echo', 'x', { historyLength: -1 }), 'INVALID_PARAMS'],
  ['an unknown skill', 'SendMessage', say('nope'), 'INVALID_PARAMS'],
  [
    'another context',
    'SendMessage',
    ({ asking }) => ({ message: message('x', { taskId: asking.id, contextId: 'other' }) }),
    'INVALID_PARAMS',
  ],
  [
    'an unknown task',
    'SendMessage',
    () => ({ message: message('x', { taskId: 'made-up' }) }),
    'TASK_NOT_FOUND',
  ],
  [
    'an ended task',
    'SendMessage',
    ({ ended }) => ({ message: message('x', { taskId: ended.id }) }),
    'UNSUPPORTED_OPERATION',
  ],
  [
    'a type that is not taken',
    'SendMessage',
    () => ({ message: messageFor('plain-only', '', { parts: [{ raw: 'AAAA', mediaType: 'image/png' }] }) }),
    'CONTENT_TYPE_NOT_SUPPORTED',
  ],
  [
    'a webhook',
    'SendMessage',
    say('echo', 'x', { taskPushNotificationConfig: push() }),
    'PUSH_NOTIFICATION_NOT_SUPPORTED',
  ],
  ['a fault of the skill', 'SendMessage', say('reply', 'break'), 'INTERNAL'],
  ['a refusal in words', 'SendMessage', say('reply', 'refuse'), 'result'],
  ['no version', 'SendMessage', say('echo'), 'VERSION_NOT_SUPPORTED', { 'a2a-version': undefined }],
  [
    'another version',
    'GetTask',
    ({ ended }) => ({ id: ended.id }),
    'VERSION_NOT_SUPPORTED',
    { 'a2a-version': '99.0' },
  ],
  ['a patch version', 'GetTask', ({ ended }) => ({ id: ended.id }), 'result', { 'a2a-version': '1.0.7' }],
  ['a stream', 'SendStreamingMessage', say('letters-inline'), 'events'],
  ['a stream of one message', 'SendStreamingMessage', say('reply', 'Ada'), 'events'],
  ['a stream that ends with a question', 'SendStreamingMessage', say('need-input-inline'), 'events'],
  [
    'a stream for an unknown task',
    'SendStreamingMessage',
    () => ({ message: message('x', { taskId: 'made-up' }) }),
    'TASK_NOT_FOUND',
  ],
  [
    'a stream for an ended task',
    'SendStreamingMessage',
    ({ ended }) => ({ message: message('x', { taskId: ended.id }) }),
    'UNSUPPORTED_OPERATION',
  ],
  ['a stream without a message', 'SendStreamingMessage', () => ({}), 'INVALID_PARAMS'],
  ['a task', 'GetTask', ({ ended }) => ({ id: ended.id }), 'result'],
  ['a task with one message', 'GetTask', ({ asking }) => ({ id: asking.id, historyLength: 1 }), 'result'],
  ['a task without history', 'GetTask', ({ asking }) => ({ id: asking.id, historyLength: 0 }), 'result'],
  [
    'a task with less than no history',
    'GetTask',
    ({ ended }) => ({ id: ended.id, historyLength: -1 }),
    'INVALID_PARAMS',
  ],
  [
    'a task with half a message',
    'GetTask',
    ({ ended }) => ({ id: ended.id, historyLength: 0.5 }),
    'INVALID_PARAMS',
  ],
  ['a task that is not there', 'GetTask', () => ({ id: 'made-up' }), 'TASK_NOT_FOUND'],
  [
    'a task in another tenant',
    'GetTask',
    ({ ended }) => ({ id: ended.id, tenant: 'acme' }),
    'TASK_NOT_FOUND',
  ],
  ['an id with a slash', 'GetTask', () => ({ id: 'a/b:cancel' }), 'TASK_NOT_FOUND'],
  ['an id that is too long', 'GetTask', () => ({ id: 'x'.repeat(1_001) }), 'INVALID_PARAMS'],
  ['a page', 'ListTasks', list({ contextId: 'listed', includeArtifacts: true, historyLength: 1 }), 'result'],
  ['an empty page', 'ListTasks', list({ contextId: 'none' }), 'result'],
  [
    'a page by state and time',
    'ListTasks',
    list({
      contextId: 'listed',
      status: 'TASK_STATE_COMPLETED',
      statusTimestampAfter: '2026-01-01T00:00:00Z',
      pageSize: 1,
    }),
    'result',
  ],
  ['a page by the number of a state', 'ListTasks', list({ contextId: 'listed', status: 3 }), 'result'],
  ['a page of none', 'ListTasks', list({ pageSize: 0 }), 'INVALID_PARAMS'],
  ['a page that is too large', 'ListTasks', list({ pageSize: 101 }), 'INVALID_PARAMS'],
  ['a page of words', 'ListTasks', list({ pageSize: 'ten' }), 'INVALID_PARAMS'],
  ['a token that is none', 'ListTasks', list({ pageToken: '%%%' }), 'INVALID_PARAMS'],
  ['a state that is none', 'ListTasks', list({ status: 'completed' }), 'INVALID_PARAMS'],
  [
    'a time that is none',
    'ListTasks',
    list({ statusTimestampAfter: '2026-02-30T00:00:00Z' }),
    'INVALID_PARAMS',
  ],
  ['a flag that is none', 'ListTasks', list({ includeArtifacts: 'yes' }), 'INVALID_PARAMS'],
  [
    'many faults in a page',
    'ListTasks',
    list({ pageSize: 0, status: 'x', historyLength: -1 }),
    'INVALID_PARAMS',
  ],
  ['a cancel', 'CancelTask', ({ running }) => ({ id: running.id, metadata: { why: 'late' } }), 'result'],
  ['a cancel of a question', 'CancelTask', ({ asking }) => ({ id: asking.id }), 'result'],
  ['a cancel that comes too late', 'CancelTask', ({ ended }) => ({ id: ended.id }), 'TASK_NOT_CANCELABLE'],
  ['a cancel of nothing', 'CancelTask', () => ({ id: 'made-up' }), 'TASK_NOT_FOUND'],
  [
    'a cancel with odd metadata',
    'CancelTask',
    ({ running }) => ({ id: running.id, metadata: [] }),
    'INVALID_PARAMS',
  ],
  ['a subscription to nothing', 'SubscribeToTask', () => ({ id: 'made-up' }), 'TASK_NOT_FOUND'],
  [
    'a subscription to an ended task',
    'SubscribeToTask',
    ({ ended }) => ({ id: ended.id }),
    'UNSUPPORTED_OPERATION',
  ],
  [
    'what followed an event',
    'SubscribeToTask',
    ({ ended }) => ({ id: ended.id }),
    'events',
    { 'last-event-id': '1' },
  ],
  ['a new webhook', 'CreateTaskPushNotificationConfig', () => push(), 'PUSH_NOTIFICATION_NOT_SUPPORTED'],
  [
    'the webhooks',
    'ListTaskPushNotificationConfigs',
    () => ({ taskId: 'x' }),
    'PUSH_NOTIFICATION_NOT_SUPPORTED',
  ],
  [
    'a webhook by its id',
    'GetTaskPushNotificationConfig',
    () => push({ id: 'c' }),
    'PUSH_NOTIFICATION_NOT_SUPPORTED',
  ],
  [
    'no webhook any more',
    'DeleteTaskPushNotificationConfig',
    () => push({ id: 'c' }),
    'PUSH_NOTIFICATION_NOT_SUPPORTED',
  ],
  ['the extended card', 'GetExtendedAgentCard', () => ({}), 'UNSUPPORTED_OPERATION'],
];
