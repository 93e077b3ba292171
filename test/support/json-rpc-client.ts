import { type IncomingMessage, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Message, SendMessageResponse, Task } from '../../src/a2a/index.js';
import { JsonRpcStream } from './json-rpc-stream.js';
import type { RpcAnswer, RpcError } from './rpc-answer.js';

/** An answer as it came: status, headers, and the body as text. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

type Headers = Readonly<Record<string, string | undefined>>;

const DEFAULT_HEADERS: Headers = { 'content-type': 'application/json', 'a2a-version': '1.0' };

/** A client of the JSON-RPC binding that hides nothing and mends nothing; every call has its own connection. */
export class JsonRpcClient {
  /** @param headers go with every call; undefined takes a default away */
  constructor(
    readonly url: string,
    private readonly headers: Headers = {},
  ) {}

  /** Sends a body as it is. */
  async post(body: string | Uint8Array, headers: Headers = {}, url = this.url): Promise<HttpAnswer> {
    const response = await this.request(body, headers, url);
    const text = (await buffer(response)).toString('utf8');
    return { status: response.statusCode ?? 0, headers: response.headers, text };
  }

  /** Calls a method. @returns the whole JSON-RPC answer, error or not */
  async ask<T = unknown>(method: string, params?: unknown, headers: Headers = {}): Promise<RpcAnswer<T>> {
    const { text } = await this.post(callOf(method, params), headers);
    return JSON.parse(text) as RpcAnswer<T>;
  }

  /** Calls a method. @returns its result @throws Error when the answer is an error */
  async call<T>(method: string, params?: unknown, headers: Headers = {}): Promise<T> {
    const { result, error } = await this.ask<T>(method, params, headers);
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result as T;
  }

  /** Calls a method that must fail. @returns the error @throws Error when there is none */
  async refusal(method: string, params?: unknown, headers: Headers = {}): Promise<RpcError> {
    const { result, error } = await this.ask(method, params, headers);
    if (!error) throw new Error(`${method} was not refused: ${JSON.stringify(result)}`);
    return error;
  }

  /** SendMessage to a skill that makes tasks. */
  async send(message: Message, configuration: object = {}): Promise<Task> {
    const answer = await this.call<SendMessageResponse>('SendMessage', { message, configuration });
    if (!('task' in answer)) throw new Error(`A message came instead of a task: ${JSON.stringify(answer)}`);
    return answer.task;
  }

  /** SendMessage that does not wait. */
  begin(message: Message): Promise<Task> {
    return this.send(message, { returnImmediately: true });
  }

  task(id: string): Promise<Task> {
    return this.call<Task>('GetTask', { id });
  }

  /** Opens a stream. @throws Error when the answer is none */
  async stream(method: string, params: unknown, headers: Headers = {}): Promise<JsonRpcStream> {
    const response = await this.open(method, params, headers);
    if (!response.headers['content-type']?.startsWith('text/event-stream')) {
      throw new Error(`${method} opened no stream: ${(await buffer(response)).toString('utf8')}`);
    }
    return new JsonRpcStream(response);
  }

  /** Calls a method and leaves its answer unread. */
  open(method: string, params: unknown, headers: Headers = {}): Promise<IncomingMessage> {
    return this.request(callOf(method, params), headers, this.url);
  }

  private request(body: string | Uint8Array, headers: Headers, url: string): Promise<IncomingMessage> {
    const all = Object.entries({ ...DEFAULT_HEADERS, ...this.headers, ...headers });
    return new Promise((resolve, reject) => {
      const request = httpRequest(url, {
        method: 'POST',
        agent: false,
        headers: Object.fromEntries(all.filter(([, value]) => value !== undefined)),
      });
      request.once('response', resolve).once('error', reject);
      request.end(body);
    });
  }
}

/** A call as it goes over the wire. */
export function callOf(method: string, params?: unknown, id: unknown = 1): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}
