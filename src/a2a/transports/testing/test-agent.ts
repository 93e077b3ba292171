import {
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  Global,
  type INestApplication,
  type LoggerService,
  Module,
  type NestInterceptor,
} from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, NestFactory } from '@nestjs/core';
import { AgentExtensions } from '../../card/content/agent-extensions.js';
import { DatastoreHealth } from '../../datastore/lifecycle/datastore-health.service.js';
import { isOutage } from '../../datastore/lifecycle/outage.js';
import type { Principal } from '../../identity/principal.js';
import { ConnectionDrain } from '../../net/connection-drain.js';
import { StreamDrain } from '../../net/stream-drain.js';
import { CancelTask } from '../../operations/cancel-task.operation.js';
import { GetExtendedAgentCard } from '../../operations/get-extended-agent-card.operation.js';
import { GetTask } from '../../operations/get-task.operation.js';
import { ListTasks } from '../../operations/list-tasks.operation.js';
import type { Caller } from '../../operations/caller.js';
import type { ResponseStream, StreamEvent } from '../../operations/response-stream.js';
import { SendMessage } from '../../operations/send-message.operation.js';
import { SendStreamingMessage } from '../../operations/send-streaming-message.operation.js';
import { SubscribeToTask } from '../../operations/subscribe-to-task.operation.js';
import { StreamLimit } from '../../operations/task/stream-limit.js';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import { bindPrincipal } from '../../security/principal-of.js';
import { SecurityModule } from '../../security/security.module.js';
import { CALL_PROVIDERS } from '../calls/calls.module.js';
import { createHttpJsonController } from '../http-json/http-json.controller.js';
import { HTTP_JSON_BASE, HTTP_JSON_PATH } from '../http-json/http-json-base.js';
import { HttpJsonEndpoint } from '../http-json/http-json.endpoint.js';
import { UndecodablePaths } from '../http-json/routing/undecodable-paths.service.js';
import { createJsonRpcController } from '../json-rpc/json-rpc.controller.js';
import { JsonRpcEndpoint } from '../json-rpc/json-rpc.endpoint.js';

/** What a fake operation does with a call. */
export type Behaviour = (caller: Caller, request: object, lastEventId?: number) => unknown;

/** An agent on a real socket whose operations are what a test says. */
export class TestAgent {
  private constructor(
    readonly app: INestApplication,
    readonly url: string,
    readonly drain: StreamDrain,
  ) {}

  static async start(
    behaviours: Partial<Record<keyof typeof OPERATIONS, Behaviour>>,
    overrides: Partial<A2AOptions> = {},
    {
      logger = false,
      principal,
      guard,
    }: { logger?: LoggerService | false; principal?: Principal; guard?: CanActivate } = {},
  ): Promise<TestAgent> {
    const options: A2AOptions = {
      agent: { name: 'Test', description: 'A test.', version: '1.0.0' },
      publicUrl: 'http://localhost:3000',
      role: 'all',
      datastore: { dataDir: '.data' },
      ...overrides,
    };

    @Global()
    @Module({ providers: [{ provide: A2A_OPTIONS, useValue: options }], exports: [A2A_OPTIONS] })
    class OptionsModule {}

    @Module({
      imports: [OptionsModule, SecurityModule],
      controllers: [createJsonRpcController('/a2a/jsonrpc'), createHttpJsonController(HTTP_JSON_PATH)],
      providers: [
        StreamDrain,
        ConnectionDrain,
        { provide: DatastoreHealth, useValue: { explains: isOutage, check: () => Promise.resolve() } },
        AgentExtensions,
        ...CALL_PROVIDERS,
        ...(guard ? [{ provide: APP_GUARD, useValue: guard }] : []),
        ...(principal ? [{ provide: APP_INTERCEPTOR, useValue: callersAre(principal) }] : []),
        JsonRpcEndpoint,
        HttpJsonEndpoint,
        UndecodablePaths,
        { provide: HTTP_JSON_BASE, useValue: HTTP_JSON_PATH },
        StreamLimit,
        ...Object.entries(OPERATIONS).map(([name, provide]) => ({
          provide,
          useFactory: (limit: StreamLimit) => {
            const run = async (...args: Parameters<Behaviour>) =>
              behaviours[name as keyof typeof OPERATIONS]?.(...args);
            const stream = (...args: Parameters<Behaviour>) =>
              limit.within(async () => (await run(...args)) as ResponseStream);
            return { execute: STREAMS.has(provide) ? stream : run };
          },
          inject: [StreamLimit],
        })),
      ],
    })
    class TestModule {}

    const app = await NestFactory.create(TestModule, {
      bodyParser: false,
      logger,
    });
    await app.listen(0, '127.0.0.1');
    return new TestAgent(app, `${await app.getUrl()}/a2a/jsonrpc`, app.get(StreamDrain, { strict: false }));
  }

  /** Sends a body with the headers that a good call has. */
  post(body: unknown, headers: Record<string, string> = {}, init: RequestInit = {}): Promise<Response> {
    return fetch(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'a2a-version': '1.0', ...headers },
      body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      ...init,
    });
  }

  /** Calls a method and returns the response's JSON. */
  async call(method: string, params?: unknown, id: unknown = 1): Promise<unknown> {
    return (await this.post({ jsonrpc: '2.0', id, method, params })).json();
  }

  /** Sends a request to a path of the HTTP+JSON binding with the headers that a good one has. */
  http(verb: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${new URL(this.url).origin}${HTTP_JSON_PATH}${path}`, {
      method: verb,
      headers: {
        'a2a-version': '1.0',
        ...(body !== undefined && { 'content-type': 'application/a2a+json' }),
        ...headers,
      },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  stop(): Promise<void> {
    return this.app.close();
  }
}

const OPERATIONS = {
  sendMessage: SendMessage,
  sendStreamingMessage: SendStreamingMessage,
  getTask: GetTask,
  getExtendedAgentCard: GetExtendedAgentCard,
  listTasks: ListTasks,
  cancelTask: CancelTask,
  subscribeToTask: SubscribeToTask,
};

/** After the guard, for which nobody but it says who calls. */
function callersAre(principal: Principal): NestInterceptor {
  return {
    intercept: (context: ExecutionContext, next: CallHandler) => {
      bindPrincipal(context.switchToHttp().getRequest(), principal);
      return next.handle();
    },
  };
}

/** Those that take a place among the open streams. */
const STREAMS = new Set<object>([SendStreamingMessage, SubscribeToTask]);

/** An event whose content is a message of this text. */
export function event(id: number, text: string): StreamEvent {
  return { id, response: { message: { messageId: String(id), role: 'ROLE_AGENT', parts: [{ text }] } } };
}
