import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { StreamResponse, TaskState } from '../../src/a2a/index.js';
import { eventually } from './eventually.js';
import type { RpcAnswer } from './rpc-answer.js';
import { SseParser } from './sse-parser.js';

/** An event of a stream: its sequence number and what it says. */
export interface StreamEvent {
  /** NaN for an event without an id. */
  readonly id: number;
  readonly response: StreamResponse;
}

/** A stream of JSON-RPC answers, read as it comes. */
export class JsonRpcStream {
  readonly parser = new SseParser();
  readonly headers: IncomingHttpHeaders;
  /** Set when no more comes: `whole` as the server ended it, `cut` when the connection broke. */
  end?: 'whole' | 'cut';

  private readonly answers: StreamEvent[] = [];

  constructor(private readonly response: IncomingMessage) {
    this.headers = response.headers;
    response.on('data', (chunk: Buffer) => this.parser.push(chunk));
    response.once('end', () => (this.end ??= 'whole'));
    response.once('close', () => (this.end ??= 'cut'));
    // A connection that breaks is seen by its end.
    response.on('error', () => undefined);
  }

  /** The events so far. @throws Error when one of them is an error or no answer to this call */
  get events(): readonly StreamEvent[] {
    for (const { data, lastEventId } of this.parser.events.slice(this.answers.length)) {
      const { jsonrpc, id, result, error } = JSON.parse(data) as RpcAnswer<StreamResponse>;
      if (error) throw new Error(`The stream holds an error: ${JSON.stringify(error)}`);
      if (jsonrpc !== '2.0' || id !== 1 || result === undefined) throw new Error(`No answer: ${data}`);
      this.answers.push({ id: lastEventId === '' ? Number.NaN : Number(lastEventId), response: result });
    }
    return this.answers;
  }

  get ids(): number[] {
    return this.events.map(({ id }) => id);
  }

  /** What each event is, in short: `task`, `artifact`, or the state that a status tells. */
  get outline(): string[] {
    return this.events.map(({ response }) => outlineOf(response));
  }

  /** Waits for the first event that fits. */
  first(what: string, fits: (response: StreamResponse) => boolean): Promise<StreamEvent> {
    return eventually(`the stream brings ${what}`, () => this.events.find(({ response }) => fits(response)));
  }

  /** Waits until the stream has brought this many events. */
  async count(events: number): Promise<void> {
    await eventually(`the stream brings ${events} events`, () => this.events.length >= events);
  }

  /** Waits until the server ends the stream. @returns all its events */
  async all(patienceMs?: number): Promise<readonly StreamEvent[]> {
    await eventually('the stream ends', () => this.end !== undefined, patienceMs);
    return this.events;
  }

  /** Leaves without a word. */
  destroy(): void {
    this.response.destroy();
  }
}

/** The id of the task that a stream begins with. */
export async function taskIdOf(stream: JsonRpcStream): Promise<string> {
  const { response } = await stream.first('a task', (one) => 'task' in one);
  return 'task' in response ? response.task.id : '';
}

function outlineOf(response: StreamResponse): string {
  if ('task' in response) return 'task';
  if ('message' in response) return 'message';
  if ('artifactUpdate' in response) return 'artifact';
  return response.statusUpdate.status.state satisfies TaskState;
}
