import { randomUUID } from 'node:crypto';
import type { Message, SendMessageResponse, Task, TaskState } from '../../src/a2a/index.js';
import type { Refusal } from '../support/bindings.js';
import { eventually, within } from '../support/eventually.js';
import type { JsonRpcStream } from '../support/json-rpc-stream.js';
import { messageFor } from '../support/messages.js';
import type { Peer } from './peer.js';

/** A stream that is none is told apart from one that stays open by this. */
const REFUSAL_MS = 10_000;

/** What ListTasks answers. */
export interface Page {
  readonly tasks: readonly Task[];
  readonly nextPageToken: string;
  readonly pageSize: number;
  readonly totalSize: number;
}

/** An id that nothing has yet. */
export function newId(): string {
  return randomUUID();
}

/** SendMessage of this very message, to a skill that makes tasks. @returns the task it is answered with */
export async function taskOf(peer: Peer, message: Message, configuration: object = {}): Promise<Task> {
  const answer = await peer.result<SendMessageResponse>('SendMessage', { message, configuration });
  if (!('task' in answer)) throw new Error(`A message came instead of a task: ${JSON.stringify(answer)}`);
  return answer.task;
}

/** Sends a message and waits until its task is in a state, by default until somebody works on it. */
export async function begun(
  peer: Peer,
  skillId: string,
  text = 'go',
  state: TaskState = 'TASK_STATE_WORKING',
): Promise<Task> {
  const { id } = await taskOf(peer, messageFor(skillId, text), { returnImmediately: true });
  return reached(peer, id, state);
}

/** Waits until a task is in a state. */
export function reached(peer: Peer, id: string, state: TaskState): Promise<Task> {
  return eventually(`the task is ${state}`, async () => {
    const task = await peer.task(id);
    return task.status.state === state && task;
  });
}

/** SubscribeToTask; the stream stays open. */
export function subscribed(peer: Peer, id: string): Promise<JsonRpcStream> {
  return peer.stream('SubscribeToTask', { id });
}

/** SubscribeToTask that must be refused, also of a task that goes on for ever. */
export function notSubscribed(peer: Peer, id: string): Promise<Refusal> {
  return within('the subscription is refused', peer.refusal('SubscribeToTask', { id }), REFUSAL_MS);
}

/** The caller's tasks that the filters let through. */
export function listed(peer: Peer, filters: object = {}): Promise<Page> {
  return peer.result<Page>('ListTasks', { ...filters });
}

/** The members that a refusal finds fault with. */
export function fieldsOf({ details }: Refusal): string[] {
  return details.flatMap((detail) => {
    const { fieldViolations = [] } = detail as { fieldViolations?: readonly { field: string }[] };
    return fieldViolations.map(({ field }) => field);
  });
}
