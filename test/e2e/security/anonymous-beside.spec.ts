import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListTasksResponse, SecurityOptions } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { callOf, type JsonRpcClient } from '../../support/json-rpc-client.js';
import { messageFor } from '../../support/messages.js';

const KEY = 'the-key-of-the-team';
const SECURITY: SecurityOptions = {
  schemes: {
    team: {
      type: 'apiKey',
      location: 'header',
      name: 'X-API-Key',
      keys: [{ sha256: createHash('sha256').update(KEY).digest('hex'), subject: 'team' }],
    },
  },
  requirements: [{ team: [] }, {}],
};

describe('SD-110 SD-111 an agent that lets anonymous callers in beside others', () => {
  let agent: AgentProcess;
  let nobody: JsonRpcClient;
  let team: JsonRpcClient;

  beforeAll(async () => {
    agent = await AgentProcess.start({ env: { SECURITY: JSON.stringify(SECURITY) } });
    nobody = agent.client();
    team = agent.client({ 'x-api-key': KEY });
  });
  afterAll(() => endAgents(agent));

  const idsOf = async (client: JsonRpcClient, contextId?: string) =>
    (await client.call<ListTasksResponse>('ListTasks', { contextId })).tasks.map(({ id }) => id);

  it('lists no task of an anonymous caller, who reaches it by its id', async () => {
    const task = await nobody.send(messageFor('need-input', 'one', { contextId: 'shared-name' }));
    expect((await nobody.task(task.id)).id).toBe(task.id);
    expect(await nobody.call('ListTasks', {})).toMatchObject({
      tasks: [],
      totalSize: 0,
      nextPageToken: '',
    });
    expect(await idsOf(nobody, 'shared-name')).toEqual([]);
    expect((await team.refusal('GetTask', { id: task.id })).code).toBe(-32001);
  });

  it('SD-108 lists to the holder of a key what is its own, and shows it to nobody else', async () => {
    const task = await team.send(messageFor('need-input', 'one'));
    expect(await idsOf(team)).toEqual([task.id]);
    expect((await nobody.refusal('GetTask', { id: task.id })).code).toBe(-32001);
  });

  it('takes nobody with a bad key for an anonymous caller', async () => {
    const answer = await nobody.post(callOf('ListTasks', {}, 'q7'), { 'x-api-key': 'wrong' });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toMatch(
      /^ApiKey realm="[^"]+", in="header", name="X-API-Key"$/,
    );
    expect(JSON.parse(answer.text)).toMatchObject({ id: 'q7', error: { code: -32000 } });
    expect(answer.text).not.toContain('wrong');
  });
});
