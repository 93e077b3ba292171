import { SendMessageRequest, type StreamResponse, type Task, TaskState } from '@a2a-js/sdk';
import {
  type Client,
  ClientFactory,
  ClientFactoryOptions,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client';
import type { Message } from '../../../src/a2a/index.js';
import type { AgentProcess } from '../../support/agent-process.js';

/** The bindings by their names on the card. */
export const BINDINGS = ['JSONRPC', 'HTTP+JSON'] as const;
export type BindingName = (typeof BINDINGS)[number];

/** What is done to a request on its way, for what the client would never send. */
export type Tampering = (url: string, init: RequestInit) => readonly [url: string, init: RequestInit];

/** The official client of an agent on one binding, made from the agent's card. */
export function clientOf(
  agent: AgentProcess,
  binding: BindingName,
  { headers = {}, tamper }: { headers?: Readonly<Record<string, string>>; tamper?: Tampering } = {},
): Promise<Client> {
  const fetchImpl: typeof fetch = (input, init = {}) => {
    const merged = { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } };
    return fetch(...(tamper ?? ((url, one) => [url, one] as const))(input as string, merged));
  };
  const factory = new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
      transports: [new JsonRpcTransportFactory({ fetchImpl }), new RestTransportFactory({ fetchImpl })],
      preferredTransports: [binding],
    }),
  );
  return factory.createFromUrl(agent.url);
}

/** Writes something else for a text wherever it stands in a request. */
export function rewriting(text: string, other: string): Tampering {
  return (url, init) => [
    url.replaceAll(text, other),
    typeof init.body === 'string' ? { ...init, body: init.body.replaceAll(text, other) } : init,
  ];
}

/** The parameters of SendMessage and SendStreamingMessage. */
export function sending(message: Message, configuration?: object, more: object = {}): SendMessageRequest {
  return SendMessageRequest.fromJSON({ message, configuration, ...more });
}

/** Sends a message to a skill that makes tasks. */
export async function taskOf(client: Client, message: Message, configuration?: object): Promise<Task> {
  const result = await client.sendMessage(sending(message, configuration));
  if (!('status' in result)) throw new Error(`A message came instead of a task: ${JSON.stringify(result)}`);
  return result;
}

/** The name of the state that a task is in. */
export function stateOf({ status }: Task): string {
  return TaskState[status?.state ?? TaskState.UNRECOGNIZED];
}

/** What an event of a stream is, in short: its kind, or the state that a status tells. */
export function outlineOf({ payload }: StreamResponse): string {
  if (payload?.$case !== 'statusUpdate') return payload?.$case ?? 'nothing';
  return TaskState[payload.value.status?.state ?? TaskState.UNRECOGNIZED];
}

/** The texts of parts. */
export function textsOf(parts: Task['artifacts'][number]['parts'] = []): string[] {
  return parts.map(({ content }) => (content?.$case === 'text' ? content.value : ''));
}

/** Everything that a stream brings until it ends. */
export async function allOf<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const events: T[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

/** Reads a stream beside the test, until it ends or is aborted. */
export class ReadAlong {
  readonly events: StreamResponse[] = [];
  /** When the stream has ended; an abort is an end like any other. */
  readonly over: Promise<void>;

  constructor(stream: AsyncIterable<StreamResponse>) {
    this.over = this.read(stream);
  }

  get outline(): string[] {
    return this.events.map(outlineOf);
  }

  private async read(stream: AsyncIterable<StreamResponse>): Promise<void> {
    try {
      for await (const event of stream) this.events.push(event);
    } catch (error) {
      if ((error as Error).name !== 'AbortError') throw error;
    }
  }
}
