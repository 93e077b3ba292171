import { randomUUID } from 'node:crypto';
import type {
  Appended,
  Claim,
  Claimed,
  Created,
  Datastore,
  DueQuery,
  DueTasks,
  NewTask,
  NewTaskEvent,
  Opening,
  OverdueTurn,
  TaskEvent,
  TaskKey,
  TaskRecord,
  TaskStore,
} from '../../../src/a2a/datastore/ports/index.js';
import { newTaskId } from '../../../src/a2a/tasks/task-id.js';
import type { Artifact, Message, TaskState } from '../../../src/a2a/protocol/index.js';

/** What each part of the suite gets: the datastore under test, open while tests run. */
export type UnderTest = () => Datastore;

/** Everything of a task. */
export const ALL = { artifacts: true } as const;

export const LEASE_MS = 60_000;

export function userMessage(text: string): Message {
  return { messageId: randomUUID(), role: 'ROLE_USER', parts: [{ text }] };
}

export function newTask(given: { owner?: string; contextId?: string; text?: string } = {}): NewTask {
  const { owner = `owner-${randomUUID()}`, contextId = `context-${randomUUID()}`, text = 'hello' } = given;
  const message = userMessage(text);
  const taskId = newTaskId(message.messageId);
  return {
    key: { owner, taskId },
    contextId,
    skillId: 'a-skill',
    principal: {
      issuer: 'https://issuer',
      subject: owner,
      client: 'client',
      tenant: 'tenant',
      scopes: ['a', 'b'],
    },
    message: { ...message, taskId, contextId },
  };
}

/** The rest of a state's name is all that differs. */
export type ShortState = TaskState extends `TASK_STATE_${infer Rest}` ? Rest : never;

export function state(short: ShortState): TaskState {
  return `TASK_STATE_${short}`;
}

export function status(short: ShortState, text?: string): NewTaskEvent {
  const message: Message | undefined =
    text === undefined ? undefined : { messageId: `m-${text}`, role: 'ROLE_AGENT', parts: [{ text }] };
  return { statusUpdate: { status: { state: state(short), ...(message && { message }) } } };
}

export function progress(percent: number): NewTaskEvent {
  return { statusUpdate: { status: { state: state('WORKING') }, metadata: { progress: { percent } } } };
}

export function chunk(
  artifactId: string,
  text: string,
  flags: { append?: boolean; lastChunk?: boolean } & Partial<Artifact> = {},
): NewTaskEvent {
  const { append, lastChunk, ...members } = flags;
  return {
    artifactUpdate: {
      artifact: { artifactId, parts: [{ text }], ...members },
      ...(append !== undefined && { append }),
      ...(lastChunk !== undefined && { lastChunk }),
    },
  };
}

export const OPEN = [
  state('SUBMITTED'),
  state('WORKING'),
  state('INPUT_REQUIRED'),
  state('AUTH_REQUIRED'),
] as const;

/** @returns a task whose first turn is claimed */
export async function claimedTask(
  store: TaskStore,
  given: { leaseMs?: number; owner?: string; events?: Opening['events'] } = {},
): Promise<{ key: TaskKey; fence: number; claim: Claim }> {
  const task = newTask(given.owner === undefined ? {} : { owner: given.owner });
  const { claim } = await mustCreate(store, task, {
    leaseMs: given.leaseMs ?? LEASE_MS,
    ...(given.events && { events: given.events }),
  });
  if (claim === undefined) throw new Error('create gave no claim');
  return { key: task.key, fence: claim.fence, claim };
}

/** @returns what was created: the message must not have come before */
export async function mustCreate(
  store: TaskStore,
  task: NewTask,
  opening?: Opening,
): Promise<Extract<Created, { outcome: 'created' }>> {
  const created = await store.create(task, opening);
  if (created.outcome !== 'created') throw new Error(`nothing was created: ${JSON.stringify(created)}`);
  return created;
}

/** @returns the claim, which must be given */
export async function mustClaim(
  store: TaskStore,
  key: TaskKey,
  turn: number,
  leaseMs = LEASE_MS,
): Promise<Claim> {
  const claimed: Claimed = await store.claim(key, turn, leaseMs);
  if (claimed.outcome !== 'claimed') throw new Error(`the claim was refused: ${claimed.outcome}`);
  return claimed.claim;
}

export async function mustAppend(
  store: TaskStore,
  key: TaskKey,
  guard: Parameters<TaskStore['append']>[1],
  ...events: NewTaskEvent[]
): Promise<Extract<Appended, { outcome: 'appended' }>> {
  const appended = await store.append(key, guard, events);
  if (appended.outcome !== 'appended') throw new Error(`the append was refused: ${JSON.stringify(appended)}`);
  return appended;
}

export async function mustLoad(store: TaskStore, key: TaskKey): Promise<TaskRecord> {
  const record = await store.load(key, ALL);
  if (record === undefined) throw new Error('the task is gone');
  return record;
}

export function readAll(store: TaskStore, key: TaskKey): Promise<TaskEvent[]> {
  return store.readEvents(key, 0, 100_000);
}

/** The text of each message, or of the parts of an artifact, in order. */
export function texts(of: readonly Message[] | Artifact | undefined): string[] {
  const parts = of === undefined ? [] : 'parts' in of ? of.parts : of.flatMap((message) => message.parts);
  return parts.map((part) => ('text' in part ? part.text : ''));
}

/** The texts of each artifact by id, in order. */
export function artifactTexts(record: TaskRecord): Record<string, string[]> {
  return Object.fromEntries(
    (record.task.artifacts ?? []).map((artifact) => [artifact.artifactId, texts(artifact)]),
  );
}

export function counting(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Sends a user's message, which opens the next turn. */
export function ask(
  store: TaskStore,
  key: TaskKey,
  text: string,
  maxWaitingTurns?: number,
): Promise<Appended> {
  return store.append(key, { expect: OPEN, ...(maxWaitingTurns !== undefined && { maxWaitingTurns }) }, [
    { message: userMessage(text) },
  ]);
}

/** What the sweep finds; a test looks for its own tasks among those that others have left behind. */
export function due(store: TaskStore, query: Partial<DueQuery> = {}): Promise<DueTasks> {
  return store.takeDue({ limit: 1_000, recheckMs: 60_000, maxAgeMs: {}, ...query });
}

/** What recovery finds of this task. */
export async function overdue(store: TaskStore, key: TaskKey, recheckMs = 60_000): Promise<OverdueTurn[]> {
  return (await due(store, { recheckMs })).overdue.filter((turn) => turn.key.taskId === key.taskId);
}
