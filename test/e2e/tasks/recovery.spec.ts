import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Task } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { eventually } from '../../support/eventually.js';
import { messageFor } from '../../support/messages.js';

const TASKS = 45;
/** How many inline turns that recovery has found run at once. */
const AT_ONCE = 32;

describe('inline tasks that a process has left behind', () => {
  let agent: AgentProcess;
  let ids: string[];

  beforeAll(async () => {
    const before = await AgentProcess.start({ env: { SHUTDOWN_GRACE_MS: '100' } });
    const begin = () => before.client().begin(messageFor('count-inline', 'count 8'));
    ids = (await Promise.all(Array.from({ length: TASKS }, begin))).map(({ id }) => id);
    await before.stop('SIGTERM');
    agent = await AgentProcess.start({ dataDir: before.dataDir });
  });
  afterAll(() => endAgents(agent));

  it('are taken up by the next one, some at a time', async () => {
    const begun = async () => (await agent.observations()).lines.length;
    await eventually('many have begun', async () => (await begun()) >= AT_ONCE);
    await delay(1_000);
    expect(await begun()).toBe(AT_ONCE);
    const over = async () => (await completed()).length === TASKS;
    await eventually('all are over', over, 90_000);
    expect((await completed()).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(await begun()).toBe(TASKS);
  });

  async function completed(): Promise<Task[]> {
    const query = { status: 'TASK_STATE_COMPLETED', pageSize: 100 };
    return (await agent.client().call<{ tasks: Task[] }>('ListTasks', query)).tasks;
  }
});
