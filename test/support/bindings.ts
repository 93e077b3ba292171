import type { StreamResponse } from '../../src/a2a/index.js';
import type { AgentProcess } from './agent-process.js';
import { errorIn, HttpJsonClient } from './http-json-client.js';
import { callOf, type JsonRpcClient } from './json-rpc-client.js';
import type { JsonRpcStream } from './json-rpc-stream.js';
import type { RpcAnswer } from './rpc-answer.js';

type Headers = Readonly<Record<string, string | undefined>>;
type Params = Readonly<Record<string, unknown>>;

/** How a call has ended, in the words of no binding. */
export type Outcome =
  | { readonly result: unknown }
  | { readonly events: readonly StreamResponse[] }
  | { readonly error: Refusal };

/** Why a call was refused. */
export interface Refusal {
  /** Of the ErrorInfo; of what has none on JSON-RPC, the name of its code. */
  readonly reason: string;
  readonly message: string;
  /** The codes of both bindings, of which each tells one. */
  readonly code: number;
  /** Details other than the ErrorInfo. */
  readonly details: readonly object[];
}

/** A binding as a caller sees it. */
export interface Binding {
  readonly name: string;
  call(operation: string, params: Params, headers?: Headers): Promise<Outcome>;
  /** Opens a stream and leaves it open. @throws Error when the answer is none */
  stream(operation: string, params: Params, headers?: Headers): Promise<JsonRpcStream>;
}

/** Each of the bindings of an agent. */
export function bindingsOf(
  agent: AgentProcess,
  headers: Record<string, string> = {},
): readonly [Binding, Binding] {
  return [new JsonRpcBinding(agent.client(headers)), new HttpJsonBinding(HttpJsonClient.of(agent, headers))];
}

/** JSON-RPC code -> reason and HTTP status (section 5.4). */
const CODES: Readonly<Record<number, readonly [reason: string, http: number]>> = {
  [-32700]: ['INVALID_JSON', 400],
  [-32602]: ['INVALID_PARAMS', 400],
  [-32603]: ['INTERNAL', 500],
  [-32001]: ['TASK_NOT_FOUND', 404],
  [-32002]: ['TASK_NOT_CANCELABLE', 400],
  [-32003]: ['PUSH_NOTIFICATION_NOT_SUPPORTED', 400],
  [-32004]: ['UNSUPPORTED_OPERATION', 400],
  [-32005]: ['CONTENT_TYPE_NOT_SUPPORTED', 400],
  [-32008]: ['EXTENSION_SUPPORT_REQUIRED', 400],
  [-32009]: ['VERSION_NOT_SUPPORTED', 400],
};

class JsonRpcBinding implements Binding {
  readonly name = 'JSON-RPC';

  constructor(private readonly client: JsonRpcClient) {}

  async call(operation: string, params: Params, headers: Headers = {}): Promise<Outcome> {
    const { headers: sent, text } = await this.client.post(callOf(operation, params), headers);
    if (isStream(sent)) {
      return { events: dataOf(text).map((data) => (JSON.parse(data) as RpcAnswer<StreamResponse>).result!) };
    }
    const { result, error } = JSON.parse(text) as RpcAnswer;
    if (!error) return { result };
    const [reason = '', code = 0] = CODES[error.code] ?? [];
    const details = error.data ?? [];
    return { error: { ...split(reason, details), code, message: error.message } };
  }

  stream(operation: string, params: Params, headers: Headers = {}): Promise<JsonRpcStream> {
    return this.client.stream(operation, params, headers);
  }
}

class HttpJsonBinding implements Binding {
  readonly name = 'HTTP+JSON';

  constructor(private readonly client: HttpJsonClient) {}

  async call(operation: string, params: Params, headers: Headers = {}): Promise<Outcome> {
    const [verb, path, body] = requestOf(operation, params);
    const answer = await this.client.request(verb, path, body, headers);
    if (isStream(answer.headers)) {
      return { events: dataOf(answer.text).map((data) => JSON.parse(data) as StreamResponse) };
    }
    if (answer.status === 200) return { result: JSON.parse(answer.text) as unknown };
    const { code, message, details } = errorIn(answer);
    return { error: { ...split('', details), code, message } };
  }

  stream(operation: string, params: Params, headers: Headers = {}): Promise<JsonRpcStream> {
    const [verb, path, body] = requestOf(operation, params);
    return this.client.stream(verb, path, body, headers);
  }
}

/** The request of the binding that says what the parameters say (section 11.3). */
function requestOf(operation: string, { id, taskId, ...params }: Params): [string, string, object?] {
  const part = (value: unknown) => encodeURIComponent(String(value));
  const task = `/tasks/${part(id)}`;
  const configs = `/tasks/${part(taskId)}/pushNotificationConfigs`;
  const query = queryOf(params);
  const requests: Readonly<Record<string, [string, string, object?]>> = {
    SendMessage: ['POST', '/message:send', params],
    SendStreamingMessage: ['POST', '/message:stream', params],
    GetTask: ['GET', `${task}${query}`],
    ListTasks: ['GET', `/tasks${query}`],
    CancelTask: ['POST', `${task}:cancel`, params],
    SubscribeToTask: ['GET', `${task}:subscribe${query}`],
    CreateTaskPushNotificationConfig: ['POST', configs, params],
    ListTaskPushNotificationConfigs: ['GET', `${configs}${query}`],
    GetTaskPushNotificationConfig: ['GET', `${configs}/${part(id)}`],
    DeleteTaskPushNotificationConfig: ['DELETE', `${configs}/${part(id)}`],
    GetExtendedAgentCard: ['GET', `/extendedAgentCard${query}`],
  };
  const request = requests[operation];
  if (!request) throw new Error(`The binding has no ${operation}.`);
  return request;
}

function queryOf(params: Params): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) query.append(name, `${value as string | number | boolean}`);
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}

function split(reason: string, details: readonly object[]): Pick<Refusal, 'reason' | 'details'> {
  const info = details.find((detail): detail is { reason: string } => 'reason' in detail);
  return { reason: info?.reason ?? reason, details: details.filter((detail) => detail !== info) };
}

function isStream(headers: { readonly 'content-type'?: string }): boolean {
  return headers['content-type']?.startsWith('text/event-stream') === true;
}

function dataOf(text: string): string[] {
  return text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []));
}
