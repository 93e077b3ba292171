import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import type { JsonRpcClient } from '../../support/json-rpc-client.js';
import { artifactTexts, messageFor, statusText } from '../../support/messages.js';

describe("Nest's enhancers on a skill", () => {
  let agent: AgentProcess;
  let client: JsonRpcClient;

  beforeAll(async () => {
    agent = await AgentProcess.start();
    client = agent.client();
  });
  afterAll(() => endAgents(agent));

  const send = async (skillId: string, text: string) => {
    const task = await client.send(messageFor(skillId, text));
    return { state: task.status.state, result: artifactTexts(task), says: statusText(task), task };
  };

  it.each(['guarded', 'guarded-inline'])('a guard lets in and refuses: %s', async (skillId) => {
    expect(await send(skillId, 'please')).toMatchObject({
      state: 'TASK_STATE_COMPLETED',
      result: ['let in'],
    });
    const refused = await send(skillId, 'now');
    expect(refused).toMatchObject({ state: 'TASK_STATE_REJECTED', result: [] });
    expect(refused.says).toMatch(/forbidden/i);
  });

  it('a pipe changes what the handler gets, or rejects it in words', async () => {
    expect(await send('piped', 'quiet')).toMatchObject({ state: 'TASK_STATE_COMPLETED', result: ['QUIET'] });
    expect(await send('piped', 'mumble')).toMatchObject({ state: 'TASK_STATE_REJECTED', says: 'Speak up.' });
  });

  it('an interceptor changes what the handler gives', async () => {
    expect(await send('intercepted', 'x')).toMatchObject({ state: 'TASK_STATE_COMPLETED', result: ['[x]'] });
  });

  it('an interceptor leaves a stream a stream', async () => {
    const { state, result } = await send('intercepted-stream', 'x');
    expect(state).toBe('TASK_STATE_COMPLETED');
    expect(result.join('')).toBe('onetwo');
  });

  it('a filter turns an error into a result, or into a refusal', async () => {
    expect(await send('filtered', 'out')).toMatchObject({
      state: 'TASK_STATE_COMPLETED',
      result: ['printed on the back'],
    });
    expect(await send('filtered', 'for ever')).toMatchObject({
      state: 'TASK_STATE_REJECTED',
      says: 'There will be no more paper.',
    });
  });

  it.each(['scoped', 'scoped-inline'])(
    'a request-scoped provider exists once per turn: %s',
    async (skillId) => {
      const first = await send(skillId, 'one');
      expect(first.state).toBe('TASK_STATE_INPUT_REQUIRED');
      const second = await client.send({ ...messageFor(skillId, 'two'), taskId: first.task.id });
      expect(second.status.state).toBe('TASK_STATE_COMPLETED');
      const other = await send(skillId, 'three');
      const instances = [first.says, ...artifactTexts(second), other.says];
      for (const instance of instances) expect(instance).toMatch(/^[0-9a-f-]{36}$/);
      expect(new Set(instances).size).toBe(3);
    },
  );
});
