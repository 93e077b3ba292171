import { ListTasksRequest, TaskState } from '@a2a-js/sdk';
import type { Client } from '@a2a-js/sdk/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { messageFor } from '../../support/messages.js';
import { BINDINGS, clientOf, stateOf, taskOf, textsOf } from './sdk-client.js';

const TASKS = 5;

describe.each(BINDINGS)('tasks of the official client on %s', (binding) => {
  let agent: AgentProcess;
  let client: Client;
  let made: string[];

  beforeAll(async () => {
    agent = await AgentProcess.start();
    client = await clientOf(agent, binding);
    made = [];
    for (let index = 0; index < TASKS; index += 1) {
      const skillId = index === 0 ? 'need-input' : 'letters-inline';
      const task = await taskOf(
        client,
        messageFor(skillId, `go ${index}`, { contextId: index < 2 ? 'few' : 'many' }),
      );
      made.unshift(task.id);
    }
  });
  afterAll(() => endAgents(agent));

  const list = (params: object) => client.listTasks(ListTasksRequest.fromJSON({ pageSize: 50, ...params }));
  const idsOf = async (params: object) => (await list(params)).tasks.map(({ id }) => id);

  it('gets a task, and as much of its history as it asks for', async () => {
    const [id = ''] = made;
    const task = await client.getTask({ tenant: '', id });
    expect([task.id, stateOf(task), task.contextId]).toEqual([id, 'TASK_STATE_COMPLETED', 'many']);
    expect(textsOf(task.artifacts[0]?.parts)).toEqual(['A', 'B', 'C']);
    expect(task.history).toHaveLength(1);
    expect((await client.getTask({ tenant: '', id, historyLength: 0 })).history).toEqual([]);
    expect((await client.getTask({ tenant: '', id, historyLength: 1 })).history).toHaveLength(1);
  });

  it('lists all tasks, the newest first, by pages', async () => {
    expect(await idsOf({})).toEqual(made);
    const seen: string[] = [];
    let pageToken = '';
    do {
      const page = await list({ pageSize: 2, pageToken });
      expect([page.totalSize, page.pageSize]).toEqual([TASKS, 2]);
      seen.push(...page.tasks.map(({ id }) => id));
      pageToken = page.nextPageToken;
    } while (pageToken !== '');
    expect(seen).toEqual(made);
  });

  it('lists what it asks for', async () => {
    expect(await idsOf({ contextId: 'few' })).toEqual(made.slice(-2));
    expect(await idsOf({ status: 'TASK_STATE_INPUT_REQUIRED' })).toEqual(made.slice(-1));
    expect(await idsOf({ contextId: 'many', status: 'TASK_STATE_INPUT_REQUIRED' })).toEqual([]);
    const [newest] = (await list({ pageSize: 1 })).tasks;
    expect(await idsOf({ statusTimestampAfter: newest?.status?.timestamp })).toEqual([newest?.id]);
    expect(await idsOf({ statusTimestampAfter: '2100-01-01T00:00:00Z' })).toEqual([]);
  });

  it('lists tasks with their artifacts and history only when it asks for them', async () => {
    const [bare] = (await list({ pageSize: 1 })).tasks;
    expect(bare?.artifacts).toEqual([]);
    const [full] = (await list({ pageSize: 1, includeArtifacts: true, historyLength: 5 })).tasks;
    expect(textsOf(full?.artifacts[0]?.parts)).toEqual(['A', 'B', 'C']);
    expect(full?.history).toHaveLength(1);
    expect((await list({ pageSize: 1, historyLength: 0 })).tasks[0]?.history).toEqual([]);
  });

  it('cancels a task that works, and one that waits', async () => {
    for (const skillId of ['silent', 'silent-inline', 'need-input']) {
      const { id } = await taskOf(client, messageFor(skillId), { returnImmediately: true });
      const canceled = await client.cancelTask({ tenant: '', id, metadata: { why: 'enough' } });
      expect(canceled).toMatchObject({ id, status: { state: TaskState.TASK_STATE_CANCELED } });
      expect(stateOf(await client.getTask({ tenant: '', id }))).toBe('TASK_STATE_CANCELED');
    }
  });
});
