import fc from 'fast-check';
import { type Call, validCall } from './calls.js';
import { type FuzzRequest, oddSurroundings, plainSurroundings } from './fuzz-request.js';
import { object, textOf, type Tree } from './json-tree.js';
import { oddText, oddValue } from './odd-values.js';
import { mutated, type TreeMutation, treeMutations } from './tree-mutations.js';

const HTTP_JSON_PATH = '/a2a/v1';

const VERBS = [
  'GET',
  'POST',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'PUT',
  'PATCH',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'BREW',
  'get',
];
const SEGMENTS = [
  '',
  '.',
  '..',
  'tasks',
  'message:send',
  'message:stream',
  'message%3Asend',
  'TASKS',
  'tasks:cancel',
  'x:cancel',
  'x:subscribe',
  ':cancel',
  'x:unknown',
  'x:cancel:cancel',
  '%',
  '%ff',
  '%00',
  '%2e%2e',
  '%2F',
  'a%2Fb',
  '%E2%82',
  '%C0%80',
  ';a=b',
  '+',
  '~',
  '@',
  'extendedAgentCard',
  'pushNotificationConfigs',
  '__proto__',
  'constructor',
  '{id}',
  '*',
  '\xe9',
  'acme',
  'x'.repeat(2_000),
];
const NAMES = [
  'tenant',
  'historyLength',
  'history_length',
  'pageSize',
  'page_size',
  'pageToken',
  'status',
  'contextId',
  'includeArtifacts',
  'statusTimestampAfter',
  'id',
  'A2A-Version',
  '__proto__',
  '',
  'x[]',
  '%ff',
];
const QUERY_VALUES = [
  '',
  '0',
  '1',
  '-1',
  '1e3',
  '1.0',
  ' 1',
  '%',
  '%ff',
  '%00',
  'true',
  'TRUE',
  'TASK_STATE_WORKING',
  '3',
  '999',
  '2026-01-31T12:00:00Z',
  '2026-02-30T00:00:00Z',
  'null',
  '[object Object]',
  '+',
  '%2B',
  'a&b',
  'x'.repeat(3_000),
];

/** How a call is sent: verb, path, and whether what remains is the body or the query. */
function requestOf({ operation, params }: Call): {
  verb: string;
  path: string;
  rest: Readonly<Record<string, Tree | undefined>>;
  isBody: boolean;
} {
  const { tenant, id, taskId, ...rest } = params;
  const below = typeof tenant === 'string' && tenant !== '' ? `/${one(tenant)}` : '';
  const task = `${below}/tasks/${one(operation.includes('Push') ? taskId : id)}`;
  const config = `${task}/pushNotificationConfigs`;
  const of = (verb: string, path: string, isBody = false) => ({ verb, path, rest, isBody });
  switch (operation) {
    case 'SendMessage':
      return of('POST', `${below}/message:send`, true);
    case 'SendStreamingMessage':
      return of('POST', `${below}/message:stream`, true);
    case 'GetTask':
      return of('GET', task);
    case 'ListTasks':
      return of('GET', `${below}/tasks`);
    case 'CancelTask':
      return of('POST', `${task}:cancel`, true);
    case 'SubscribeToTask':
      return of('POST', `${task}:subscribe`, true);
    case 'CreateTaskPushNotificationConfig':
      return of('POST', config, true);
    case 'ListTaskPushNotificationConfigs':
      return of('GET', config);
    case 'GetTaskPushNotificationConfig':
      return of('GET', `${config}/${one(id)}`);
    case 'DeleteTaskPushNotificationConfig':
      return of('DELETE', `${config}/${one(id)}`);
    default:
      return of('GET', `${below}/extendedAgentCard`);
  }
}

/** A value in a path or a query; marks stay as they are. */
function one(value: Tree | undefined): string {
  const text = typeof value === 'string' ? value : textOf(value ?? null);
  return encodeURIComponent(text).replaceAll('%40', '@');
}

function queryOf(params: Readonly<Record<string, Tree | undefined>>): string {
  const pairs = Object.entries(params).filter(([, value]) => value !== undefined && value !== null);
  const text = pairs.map(([name, value]) => `${name}=${one(value)}`).join('&');
  return text === '' ? '' : `?${text}`;
}

function written(
  call: Call,
  mutations: readonly TreeMutation[] = [],
): Pick<FuzzRequest, 'verb' | 'target' | 'body'> {
  const { verb, path, rest, isBody } = requestOf(call);
  const target = `${HTTP_JSON_PATH}${path}`;
  if (!isBody) return { verb, target: `${target}${queryOf(rest)}` };
  return { verb, target, body: textOf(mutated(object(rest), mutations)) };
}

const valid = fc
  .tuple(validCall, plainSurroundings)
  .map(([call, around]): FuzzRequest => ({ ...written(call), ...around, isValid: call.isValid }));

const wrongBody = fc
  .tuple(
    validCall.filter((call) => requestOf(call).isBody),
    treeMutations,
    plainSurroundings,
  )
  .map(
    ([call, mutations, around]): FuzzRequest => ({ ...written(call, mutations), ...around, isValid: false }),
  );

const wrongAround = fc
  .tuple(validCall, oddSurroundings)
  .map(([call, around]): FuzzRequest => ({ ...written(call), ...around, isValid: false }));

const noObject = fc.oneof(oddValue.map(textOf), oddText).map(
  (body): FuzzRequest => ({
    verb: 'POST',
    target: `${HTTP_JSON_PATH}/message:send`,
    headers: [],
    framing: 'length',
    body,
    isValid: false,
  }),
);

const query = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...QUERY_VALUES)), { maxLength: 4 })
  .map((pairs) => pairs.map(([name, value]) => (value === '' ? name : `${name}=${value}`)).join('&'));

const wrongQuery = fc
  .tuple(fc.constantFrom('/tasks', '/tasks/x', '/acme/tasks', '/tasks/x/pushNotificationConfigs'), query)
  .map(
    ([path, text]): FuzzRequest => ({
      verb: 'GET',
      target: `${HTTP_JSON_PATH}${path}?${text}`,
      headers: [],
      framing: 'length',
      isValid: false,
    }),
  );

const wrongPath = fc
  .tuple(
    fc.constantFrom(...VERBS),
    fc.array(fc.constantFrom(...SEGMENTS), { maxLength: 4 }),
    query,
    fc.constantFrom(
      HTTP_JSON_PATH,
      HTTP_JSON_PATH,
      '/A2A/V1',
      `http://x${HTTP_JSON_PATH}`,
      `/${HTTP_JSON_PATH}`,
    ),
    validCall,
  )
  .map(([verb, segments, text, base, call]): FuzzRequest => {
    const target = [base, ...segments].join('/');
    const { body } = written(call);
    return {
      verb,
      target: text === '' ? target : `${target}?${text}`,
      headers: [],
      framing: 'length',
      body,
      isValid: false,
    };
  });

/** Requests to the HTTP+JSON binding, good ones among them. */
export const httpJsonRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(
  { weight: 40, arbitrary: valid },
  { weight: 25, arbitrary: wrongBody },
  { weight: 12, arbitrary: wrongAround },
  { weight: 3, arbitrary: noObject },
  { weight: 8, arbitrary: wrongQuery },
  { weight: 12, arbitrary: wrongPath },
);
