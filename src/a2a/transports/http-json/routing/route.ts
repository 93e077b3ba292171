/** The verbs that the binding knows. */
type Verb = 'GET' | 'POST' | 'DELETE';

/** What the text of a query parameter stands for (section 11.5). */
export type QueryType = 'text' | 'number' | 'boolean' | 'enum';

/** The query parameters of an operation by their names. */
export type QueryFields = Readonly<Record<string, QueryType>>;

/** A verb and a path that lead to an operation (section 11.3). */
export interface Route {
  readonly verb: Verb;
  /** Below the interface, without the tenant; `{name}` stands for one segment or for what is before its suffix. */
  readonly path: string;
  /** The name of the operation (section 5.3). */
  readonly operation: string;
  /** Where the parameters that are not in the path come from: a body, or the query. */
  readonly input: 'body' | 'optional body' | QueryFields;
}

const PAGE: QueryFields = { pageSize: 'number', pageToken: 'text' };
const TASKS: QueryFields = {
  ...PAGE,
  contextId: 'text',
  status: 'enum',
  statusTimestampAfter: 'text',
  historyLength: 'number',
  includeArtifacts: 'boolean',
};
const CONFIGS = 'tasks/{taskId}/pushNotificationConfigs';

/**
 * Everything that the binding serves. Subscribing is a GET in the protocol's definition and a POST in its text, so
 * it is both.
 */
export const ROUTES: readonly Route[] = [
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
