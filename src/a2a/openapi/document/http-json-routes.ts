/** A verb and a path of the HTTP+JSON binding that lead to an operation (section 11.3). */
export interface HttpJsonRoute {
  readonly verb: 'GET' | 'POST' | 'DELETE';
  /** Below the interface, without the tenant. */
  readonly path: string;
  /** The name of the operation (section 5.3). */
  readonly operation: string;
  /** Where the parameters that are not in the path come from: a body, or these of the query. */
  readonly input: 'body' | 'optional body' | Readonly<Record<string, unknown>>;
}

const PAGE = { pageSize: 'number', pageToken: 'text' };
const TASKS = {
  ...PAGE,
  contextId: 'text',
  status: 'enum',
  statusTimestampAfter: 'text',
  historyLength: 'number',
  includeArtifacts: 'boolean',
};
const CONFIGS = 'tasks/{taskId}/pushNotificationConfigs';

/**
 * Every path of the binding. Subscribing is a GET in the protocol's definition and a POST in its text, so it is
 * both.
 */
export const HTTP_JSON_ROUTES: readonly HttpJsonRoute[] = [
  { verb: 'POST', path: 'message:send', operation: 'SendMessage', input: 'body' },
  { verb: 'POST', path: 'message:stream', operation: 'SendStreamingMessage', input: 'body' },
  { verb: 'GET', path: 'tasks', operation: 'ListTasks', input: TASKS },
  { verb: 'GET', path: 'tasks/{id}', operation: 'GetTask', input: { historyLength: 'number' } },
  { verb: 'POST', path: 'tasks/{id}:cancel', operation: 'CancelTask', input: 'optional body' },
  { verb: 'GET', path: 'tasks/{id}:subscribe', operation: 'SubscribeToTask', input: {} },
  { verb: 'POST', path: 'tasks/{id}:subscribe', operation: 'SubscribeToTask', input: 'optional body' },
  { verb: 'POST', path: CONFIGS, operation: 'CreateTaskPushNotificationConfig', input: 'body' },
  { verb: 'GET', path: CONFIGS, operation: 'ListTaskPushNotificationConfigs', input: PAGE },
  { verb: 'GET', path: `${CONFIGS}/{id}`, operation: 'GetTaskPushNotificationConfig', input: {} },
  { verb: 'DELETE', path: `${CONFIGS}/{id}`, operation: 'DeleteTaskPushNotificationConfig', input: {} },
  { verb: 'GET', path: 'extendedAgentCard', operation: 'GetExtendedAgentCard', input: {} },
];
