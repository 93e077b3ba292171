import { type IncomingMessage, request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Message, SendMessageResponse, StreamResponse, Task } from '../../src/a2a/index.js';
import type { AgentProcess } from './agent-process.js';
import type { HttpAnswer } from './json-rpc-client.js';
import { JsonRpcStream, type StreamEvent } from './json-rpc-stream.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** A body as it goes out: an object becomes JSON. */
type Body = object | string | Uint8Array;

/** An error of the binding: a google.rpc.Status. */
export interface HttpJsonError {
  readonly code: number;
  readonly status: string;
  readonly message: string;
  readonly details: readonly {
    readonly '@type': string;
    readonly reason?: string;
    readonly metadata?: Readonly<Record<string, string>>;
    readonly fieldViolations?: readonly { readonly field: string; readonly description: string }[];
  }[];
}

/** A client of the HTTP+JSON binding that hides nothing and mends nothing; every call has its own connection. */
export class HttpJsonClient {
  /** @param headers go with every call; undefined takes a default away */
  constructor(
    readonly url: string,
    private readonly headers: Headers = {},
  ) {}

  static of(agent: AgentProcess, headers: Headers = {}): HttpJsonClient {
    return new HttpJsonClient(`${agent.url}/a2a/v1`, headers);
  }

  /** Sends a request. @param path below the interface, with its slash */
  async request(verb: string, path: string, body?: Body, headers: Headers = {}): Promise<HttpAnswer> {
    const response = await this.open(verb, path, body, headers);
    const text = (await buffer(response)).toString('utf8');
    return { status: response.statusCode ?? 0, headers: response.headers, text };
  }

  /** @returns what the body says @throws Error when the status is not 200 */
  async call<T>(verb: string, path: string, body?: Body, headers: Headers = {}): Promise<T> {
    const { status, text } = await this.request(verb, path, body, headers);
    if (status !== 200) throw new Error(`${verb} ${path}: ${status} ${text}`);
    return JSON.parse(text) as T;
  }

  /** Sends a request that must fail. @returns the error @throws Error when the answer is not of its shape */
  async refusal(verb: string, path: string, body?: Body, headers: Headers = {}): Promise<HttpJsonError> {
    return errorIn(await this.request(verb, path, body, headers));
  }

  /** POST message:send to a skill that makes tasks. */
  async send(message: Message, configuration: object = {}): Promise<Task> {
    const answer = await this.call<SendMessageResponse>('POST', '/message:send', { message, configuration });
    if (!('task' in answer)) throw new Error(`A message came instead of a task: ${JSON.stringify(answer)}`);
    return answer.task;
  }

  /** Opens a stream. @throws Error when the answer is none */
  async stream(verb: string, path: string, body?: Body, headers: Headers = {}): Promise<HttpJsonStream> {
    const response = await this.open(verb, path, body, headers);
    if (!response.headers['content-type']?.startsWith('text/event-stream')) {
      throw new Error(`${verb} ${path} opened no stream: ${(await buffer(response)).toString('utf8')}`);
    }
    return new HttpJsonStream(response);
  }

  /** Sends a request and leaves its answer unread. */
  open(verb: string, path: string, body?: Body, headers: Headers = {}): Promise<IncomingMessage> {
    const ofBody = body === undefined ? {} : { 'content-type': 'application/a2a+json' };
    const all = Object.entries({ 'a2a-version': '1.0', ...ofBody, ...this.headers, ...headers });
    const raw = typeof body === 'object' && !(body instanceof Uint8Array) ? JSON.stringify(body) : body;
    return new Promise((resolve, reject) => {
      const request = httpRequest(`${this.url}${path}`, {
        method: verb,
        agent: false,
        headers: Object.fromEntries(all.filter(([, value]) => value !== undefined)) as Record<string, string>,
      });
      request.once('response', resolve).once('error', reject);
      request.end(raw);
    });
  }
}

/** The error in an answer. @throws Error when the answer is not one of the binding */
export function errorIn({ status, headers, text }: HttpAnswer): HttpJsonError {
  if (!/^application\/(a2a\+)?json/.test(headers['content-type'] ?? '')) {
    throw new Error(`${status} is not answered in JSON: ${headers['content-type']} ${text}`);
  }
  const { error } = JSON.parse(text) as { error?: HttpJsonError };
  if (error?.code !== status || status < 400) throw new Error(`${status} has another body: ${text}`);
  if (error.details[0]?.reason === undefined) throw new Error(`No ErrorInfo: ${text}`);
  return error;
}

/** A stream whose events are bare responses. */
export class HttpJsonStream extends JsonRpcStream {
  /** @throws Error when one of them is an error */
  override get events(): readonly StreamEvent[] {
    return this.parser.events.map(({ data, lastEventId }) => {
      const response = JSON.parse(data) as StreamResponse;
      if ('error' in response) throw new Error(`The stream holds an error: ${data}`);
      return { id: lastEventId === '' ? Number.NaN : Number(lastEventId), response };
    });
  }
}
