import { isDeepStrictEqual } from 'node:util';
import type { Task, TaskState } from '../../../../src/a2a/index.js';
import { callOf, type JsonRpcClient } from '../../json-rpc-client.js';
import type { StreamEvent } from '../../json-rpc-stream.js';
import { artifactsAfter, stateAfter, textsOf } from '../../messages.js';
import { endsTask, ResilientReader } from './resilient-reader.js';

/** A task as its readers see it: its whole log, and what it has come to. */
export interface TaskLog {
  readonly task: Task;
  readonly events: readonly StreamEvent[];
  /** What a reader gets who knows the last of these events; nothing may follow it. */
  readonly afterwards: string;
}

/** The answer to somebody who asks for what follows the last event of a task that has ended. */
const NOTHING_FOLLOWS = -32004;

/** Clients at a time: the processes are to be busy with the tasks, not with their readers. */
const READERS = 40;

/** Reads tasks to their ends, in whatever state the processes are meanwhile. */
export async function readLogs(
  client: () => JsonRpcClient,
  taskIds: readonly string[],
  patienceMs: number,
): Promise<TaskLog[]> {
  return inParallel(taskIds, READERS, async (id) => {
    const { events } = await new ResilientReader(client, patienceMs).whole(id);
    return { events, task: await client().task(id), afterwards: await afterwards(client(), id, events) };
  });
}

async function afterwards(
  client: JsonRpcClient,
  id: string,
  events: readonly StreamEvent[],
): Promise<string> {
  const { text } = await client.post(callOf('SubscribeToTask', { id }), {
    'last-event-id': `${events.at(-1)?.id}`,
  });
  return text.includes(`"code":${NOTHING_FOLLOWS}`) ? '' : text;
}

/** Does something for each, so many at a time. @returns the results in the order of their causes */
export async function inParallel<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const take = async () => {
    for (const [index, item] of queue) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, take));
  return results;
}

/**
 * What is wrong with a log, in words: numbers without a gap from 1, one terminal event, which is the last, and
 * the same end and artifacts as the task tells.
 *
 * @param messages how many messages stand in the log, which streams leave out
 */
export function faultsOf({ task, events, afterwards: more }: TaskLog, messages = 0): string[] {
  const faults: string[] = [];
  const ids = events.map(({ id }) => id);
  const rising = ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? 0));
  if (!rising || ids[0] !== 1 || ids.at(-1) !== ids.length + messages)
    faults.push(`numbers ${ids.join(' ')}`);
  const responses = events.map(({ response }) => response);
  const ends = responses.flatMap((response, index) => (endsTask(response) ? [index] : []));
  if (ends.length !== 1 || ends[0] !== events.length - 1)
    faults.push(`terminal events at ${ends.join(', ')}`);
  if (stateAfter(responses) !== task.status.state) {
    faults.push(`the log ends ${stateAfter(responses)}, the task is ${task.status.state}`);
  }
  if (more !== '') faults.push(`after its end follows ${more}`);
  return faults.map((fault) => `${task.id}: ${fault}`);
}

/** What is wrong with the artifacts of a task that completed undisturbed or after its last attempt. */
export function artifactFaultsOf({ task, events }: TaskLog, undisturbed: Task): string[] {
  const faults: string[] = [];
  if (JSON.stringify(task.artifacts) !== JSON.stringify(undisturbed.artifacts)) {
    faults.push(`other artifacts than undisturbed: ${JSON.stringify(task.artifacts)}`);
  }
  const followed = artifactsAfter(events.map(({ response }) => response));
  for (const { artifactId, parts } of task.artifacts ?? []) {
    const texts = textsOf(followed.get(artifactId) ?? []).join('');
    if (!isDeepStrictEqual(texts, textsOf(parts).join('')))
      faults.push(`a follower knows ${artifactId} otherwise`);
  }
  return faults.map((fault) => `${task.id}: ${fault}`);
}

/**
 * What ListTasks tells, all pages of it. Whole only while no status changes.
 *
 * @returns state by task id
 * @throws Error when a task comes twice
 */
async function listStates(client: JsonRpcClient): Promise<Map<string, TaskState>> {
  const states = new Map<string, TaskState>();
  for (let pageToken = ''; ; ) {
    const page = await client.call<{ tasks: Task[]; nextPageToken?: string }>('ListTasks', {
      pageSize: 100,
      ...(pageToken && { pageToken }),
    });
    for (const { id, status } of page.tasks) {
      if (states.has(id)) throw new Error(`ListTasks has told task ${id} twice.`);
      states.set(id, status.state);
    }
    pageToken = page.nextPageToken ?? '';
    if (pageToken === '') return states;
  }
}

/** What is wrong with a list beside the logs. */
export async function listFaultsOf(client: JsonRpcClient, logs: readonly TaskLog[]): Promise<string[]> {
  const states = await listStates(client);
  return logs.flatMap(({ task }) =>
    states.get(task.id) === task.status.state ? [] : [`${task.id}: listed as ${states.get(task.id)}`],
  );
}
