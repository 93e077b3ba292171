import { Global, type INestApplication, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DatastoreHealth } from '../../../datastore/lifecycle/datastore-health.service.js';
import { isOutage } from '../../../datastore/lifecycle/outage.js';
import { StreamDrain } from '../../../net/stream-drain.js';
import { CancelTask } from '../../../operations/cancel-task.operation.js';
import { GetTask } from '../../../operations/get-task.operation.js';
import { ListTasks } from '../../../operations/list-tasks.operation.js';
import type { Caller } from '../../../operations/caller.js';
import type { StreamEvent } from '../../../operations/response-stream.js';
import { SendMessage } from '../../../operations/send-message.operation.js';
import { SendStreamingMessage } from '../../../operations/send-streaming-message.operation.js';
import { SubscribeToTask } from '../../../operations/subscribe-to-task.operation.js';
import { A2A_OPTIONS, type A2AOptions } from '../../../options/a2a-options.js';
import { SecurityModule } from '../../../security/security.module.js';
import { createJsonRpcController } from '../json-rpc.controller.js';
import { JsonRpcDispatcher } from '../json-rpc.dispatcher.js';
import { JsonRpcEndpoint } from '../json-rpc.endpoint.js';
import { JsonRpcMethods } from '../json-rpc-methods.js';

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
      controllers: [createJsonRpcController('/a2a/jsonrpc')],
      providers: [
        StreamDrain,
        { provide: DatastoreHealth, useValue: { explains: isOutage, check: () => Promise.resolve() } },
        JsonRpcMethods,
        JsonRpcDispatcher,
        JsonRpcEndpoint,
        ...Object.entries(OPERATIONS).map(([name, provide]) => ({
          provide,
          useValue: {
            execute: async (...args: Parameters<Behaviour>) =>
              behaviours[name as keyof typeof OPERATIONS]?.(...args),
          },
        })),
      ],
    })
    class TestModule {}

    const app = await NestFactory.create(TestModule, { bodyParser: false, logger: false });
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

  stop(): Promise<void> {
    return this.app.close();
  }
}

const OPERATIONS = {
  sendMessage: SendMessage,
  sendStreamingMessage: SendStreamingMessage,
  getTask: GetTask,
  listTasks: ListTasks,
  cancelTask: CancelTask,
  subscribeToTask: SubscribeToTask,
};

/** An event whose content is a message of this text. */
export function event(id: number, text: string): StreamEvent {
  return { id, response: { message: { messageId: String(id), role: 'ROLE_AGENT', parts: [{ text }] } } };
}
