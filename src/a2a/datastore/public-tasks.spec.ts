import { describe, expect, it } from 'vitest';
import type { Artifact, Task } from '../protocol/index.js';
import { contentUrl, type TaskEvent, type TaskRecord, type TaskStore } from './ports/index.js';
import { publicTasks } from './public-tasks.js';

const key = { owner: 'o', taskId: 't-1' };
const kept: Artifact = {
  artifactId: 'a',
  name: 'A',
  parts: [
    { text: 'before' },
    {
      url: contentUrl({ tenant: '', contentId: 'c-1' }),
      mediaType: 'a/b',
      filename: 'f',
      metadata: { m: 1 },
    },
    { url: contentUrl({ tenant: 'a/b ü', contentId: 'c-2' }) },
    { url: 'https://elsewhere.example/a2a-content:x' },
  ],
};
const plain: Artifact = {
  artifactId: 'b',
  parts: [{ text: 'a2a-content:x' }, { data: { url: 'a2a-content:/x' } }],
};
const served = [
  { text: 'before' },
  { url: 'https://agent.example/files/t-1/c-1', mediaType: 'a/b', filename: 'f', metadata: { m: 1 } },
  { url: 'https://agent.example/files/a%2Fb%20%C3%BC/t-1/c-2' },
  { url: 'https://elsewhere.example/a2a-content:x' },
];

function recordOf(...artifacts: Artifact[]): TaskRecord {
  const task: Task = { id: key.taskId, contextId: 'c', status: { state: 'TASK_STATE_WORKING' }, artifacts };
  return { key, task, skillId: 's', sequence: 3, turn: 1, turnsEnded: 0 };
}

function eventOf(artifact: Artifact): TaskEvent {
  return {
    sequence: 1,
    at: 0,
    turn: 1,
    body: { artifactUpdate: { taskId: key.taskId, contextId: 'c', artifact, append: true } },
  };
}

/** A store that has these records. */
function storeOf(record: TaskRecord, event: TaskEvent): TaskStore {
  const claim = { fence: 1, attempt: 1, runningMs: 0, turn: 1, record };
  return {
    load: async () => record,
    list: async () => ({ tasks: [record.task], total: 1 }),
    readEvents: async () => [event],
    claim: async () => ({ outcome: 'claimed', claim }),
    create: async () => ({ outcome: 'created', record, claim }),
  } as unknown as TaskStore;
}

describe('publicTasks', () => {
  it('puts the URL of the agent where a content is kept, wherever tasks are read', async () => {
    const tasks = publicTasks(storeOf(recordOf(kept, plain), eventOf(kept)), 'https://agent.example/files');
    const artifacts = [{ ...kept, parts: served }, plain];
    expect((await tasks.load(key, { artifacts: true }))?.task.artifacts).toEqual(artifacts);
    expect((await tasks.list({ owner: 'o', limit: 1, artifacts: true })).tasks[0]?.artifacts).toEqual(
      artifacts,
    );
    const body = { artifactUpdate: { artifact: { ...kept, parts: served }, append: true } };
    expect(await tasks.readEvents(key, 0, 1)).toMatchObject([{ sequence: 1, body }]);
    const claim = { fence: 1, record: { task: { artifacts } } };
    expect(await tasks.claim(key, 1, 1)).toMatchObject({ outcome: 'claimed', claim });
    expect(await tasks.create({} as never)).toMatchObject({ record: { task: { artifacts } }, claim });
  });

  it('gives back as it is what has no such part', async () => {
    const record = recordOf(plain);
    const event = eventOf(plain);
    const tasks = publicTasks(storeOf(record, event), 'https://agent.example/files');
    expect(await tasks.load(key, { artifacts: true })).toBe(record);
    expect((await tasks.readEvents(key, 0, 1))[0]).toBe(event);
    expect((await tasks.list({ owner: 'o', limit: 1, artifacts: true })).tasks[0]).toBe(record.task);
  });

  it('has a tenant that no URL can hold in a form that can', () => {
    expect(contentUrl({ tenant: '\ud800', contentId: 'c' })).toBe('a2a-content:%EF%BF%BD/c');
  });
});
