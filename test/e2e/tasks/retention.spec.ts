import { afterAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { eventually } from '../../support/eventually.js';
import { message, messageFor, statusText } from '../../support/messages.js';

describe('tasks that nobody comes back to', () => {
  const agents: AgentProcess[] = [];
  afterAll(() => endAgents(...agents));

  async function start(settings: Parameters<typeof AgentProcess.start>[0]): Promise<AgentProcess> {
    const agent = await AgentProcess.start(settings);
    agents.push(agent);
    return agent;
  }

  it('are kept by how they ended: one is deleted, one stays, and a question without an answer FAILS', async () => {
    const retention = { completed: '2s', failed: 'off', unanswered: '2s' };
    const agent = await start({ env: { SWEEP_MS: '300', RETENTION: JSON.stringify(retention) } });
    const client = agent.client();
    const completed = await client.send(messageFor('letters'));
    const failed = await client.send(messageFor('fail'));
    const asked = await client.send(messageFor('need-input'));
    expect((await client.task(completed.id)).status.state).toBe('TASK_STATE_COMPLETED');

    await eventually('the completed task is gone', async () => {
      const { error } = await client.ask('GetTask', { id: completed.id });
      return error?.code === -32001;
    });
    const expired = await eventually('the question has expired', async () => {
      const task = await client.task(asked.id);
      return task.status.state === 'TASK_STATE_FAILED' && task;
    });
    expect(statusText(expired)).toContain('No answer came in time');
    const late = await client.refusal('SendMessage', { message: message('late', { taskId: asked.id }) });
    expect(late.code).toBe(-32004);
    expect((await client.task(failed.id)).status.state).toBe('TASK_STATE_FAILED');
    const { tasks } = await client.call<{ tasks: { id: string }[] }>('ListTasks', {});
    expect(tasks.map(({ id }) => id).toSorted()).toEqual([asked.id, failed.id].toSorted());
  });

  it('end FAILED when no process has their skill any more', async () => {
    const env = { SWEEP_MS: '300', LEASE_MS: '1000', ORPHANED_AFTER_MS: '1000' };
    const before = await start({
      program: 'many-skills-agent',
      env: { ...env, SKILLS: '2', PAUSE_MS: '600000' },
    });
    const task = await before.client().begin(messageFor('skill-2'));
    await eventually(
      'it runs',
      async () => (await before.client().task(task.id)).status.state === 'TASK_STATE_WORKING',
    );
    await before.stop('SIGKILL');

    const after = await start({
      program: 'many-skills-agent',
      dataDir: before.dataDir,
      env: { ...env, SKILLS: '1' },
    });
    // A turn that was looked at comes back after half a minute.
    const ended = await eventually(
      'the task has ended',
      async () => {
        const now = await after.client().task(task.id);
        return now.status.state === 'TASK_STATE_FAILED' && now;
      },
      90_000,
    );
    expect(statusText(ended)).toContain('no longer offers the skill');
  });
});
