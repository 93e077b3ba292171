import { setTimeout as delay } from 'node:timers/promises';
import type { StreamResponse } from '../../../../src/a2a/index.js';
import { isTerminal } from '../../../../src/a2a/protocol/index.js';
import type { JsonRpcClient } from '../../json-rpc-client.js';
import type { JsonRpcStream, StreamEvent } from '../../json-rpc-stream.js';

const RETRY_MS = 100;
/** What a client sees of a process that is gone or can not answer now. */
const TRY_AGAIN =
  /ECONNREFUSED|ECONNRESET|EPIPE|socket hang up|"code":-32603|"code":-32000|Unexpected end of JSON/;
/** N was the last event of a task that has ended. */
const NOTHING_FOLLOWS = /"code":-32004/;

/** Reads one task to its end, going on after what it has seen whenever a stream breaks. */
export class ResilientReader {
  readonly events: StreamEvent[] = [];
  /** How often a stream broke before its end. */
  resumptions = 0;

  /**
   * @param client the one to ask now; the next may be another process's
   * @param beforeResuming what happens between the break of a stream and its continuation
   */
  constructor(
    private readonly client: () => JsonRpcClient,
    private readonly patienceMs: number,
    private readonly beforeResuming: (taskId: string) => Promise<void> = () => Promise.resolve(),
  ) {}

  /** Takes a stream over from its first event on. */
  adopt(stream: JsonRpcStream): Promise<this> {
    return this.read(stream);
  }

  /** Reads the whole log, from sequence number 1. */
  whole(taskId: string): Promise<this> {
    return this.read(undefined, taskId);
  }

  private async read(first: JsonRpcStream | undefined, taskId?: string): Promise<this> {
    const deadline = Date.now() + this.patienceMs;
    let stream = first;
    while (Date.now() < deadline) {
      if (stream) {
        await stream.all(Math.max(1, deadline - Date.now()));
        this.events.push(...stream.events);
      }
      if (this.isAtEnd) return this;
      const id = taskId ?? idOf(this.events);
      if (stream) {
        this.resumptions += 1;
        await this.beforeResuming(id);
      }
      const next = await this.open(id);
      if (next === 'ended') return this;
      stream = next;
      if (!stream) await delay(RETRY_MS);
    }
    throw new Error(`Task ${taskId ?? idOf(this.events)} has not ended within ${this.patienceMs} ms.`);
  }

  private get isAtEnd(): boolean {
    const last = this.events.at(-1)?.response;
    return last !== undefined && endsTask(last);
  }

  private async open(id: string): Promise<JsonRpcStream | 'ended' | undefined> {
    const after = this.events.at(-1)?.id ?? 0;
    try {
      return await this.client().stream('SubscribeToTask', { id }, { 'last-event-id': `${after}` });
    } catch (error) {
      if (after > 0 && NOTHING_FOLLOWS.test(String(error))) return 'ended';
      if (TRY_AGAIN.test(String(error))) return undefined;
      throw error;
    }
  }
}

/** Whether a response says that the task is at its end. */
export function endsTask(response: StreamResponse): boolean {
  if ('task' in response) return isTerminal(response.task.status.state);
  return 'statusUpdate' in response && isTerminal(response.statusUpdate.status.state);
}

function idOf([first]: readonly StreamEvent[]): string {
  if (first && 'task' in first.response) return first.response.task.id;
  throw new Error('The stream broke before its first event, so nobody knows its task.');
}
