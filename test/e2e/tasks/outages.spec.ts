import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { eventually } from '../../support/eventually.js';
import { artifactTexts, messageFor } from '../../support/messages.js';
import { canTestRedis, RedisServer } from '../../support/redis-server.js';
import { TcpProxy } from '../../support/tcp-proxy.js';

describe.runIf(canTestRedis())('a datastore that is away for a while', () => {
  let server: RedisServer;
  let proxy: TcpProxy;
  let agent: AgentProcess;

  beforeAll(async () => {
    server = await RedisServer.start();
    proxy = await TcpProxy.open(server.url);
    agent = await AgentProcess.start({
      env: { DATASTORE_URL: proxy.url, LEASE_MS: '2000', SWEEP_MS: '500' },
    });
  });
  afterAll(async () => {
    await endAgents(agent);
    await proxy.cut();
    await server.remove();
  });

  const stateOf = async (id: string) => (await agent.client().task(id)).status.state;

  it('a task that was stored and could not be queued is queued soon, before recovery looks at it', async () => {
    await agent.client().send(messageFor('count'));
    const [counter] = await server.command<string[]>('KEYS', '{*count}:count:id');
    if (counter === undefined) throw new Error('The queue keeps its counter elsewhere.');
    const before = await server.command<string>('GET', counter);
    await server.command('SET', counter, 'no number');
    const { id } = await agent.client().begin(messageFor('count'));
    expect(await stateOf(id)).toBe('TASK_STATE_SUBMITTED');
    await server.command('SET', counter, before);
    // Recovery looks at it after 30 seconds.
    const over = async () => (await stateOf(id)) === 'TASK_STATE_COMPLETED';
    await eventually('the task is over', over, 15_000);
    expect(agent.log).toContain(id);
  });

  it('a skill that does not wait for what it publishes is stopped, and runs again afterwards', async () => {
    const noted = async (line: string) => (await agent.observations()).lines.includes(line);
    const { id } = await agent.client().begin(messageFor('publish-until-stopped'));
    await eventually('the skill has begun', () => noted('began'));
    await proxy.cut();
    await eventually('the skill was stopped', () => noted('stopped'));
    await proxy.mend();
    const over = async () => (await stateOf(id).catch(() => undefined)) === 'TASK_STATE_COMPLETED';
    await eventually('the task is over', over, 90_000);
    expect(artifactTexts(await agent.client().task(id))).toEqual(['whole']);
  });
});
