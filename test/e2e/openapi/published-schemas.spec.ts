import { validate } from '@readme/openapi-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SchemaValidator } from '../../../src/a2a/openapi/schemas/testing/schema-validator.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import type { JsonRpcClient } from '../../support/json-rpc-client.js';
import { messageFor } from '../../support/messages.js';

describe('what a running agent answers is what its schemas say', () => {
  let agent: AgentProcess;
  let client: JsonRpcClient;
  let validator: SchemaValidator;

  beforeAll(async () => {
    agent = await AgentProcess.start();
    client = agent.client();
    validator = new SchemaValidator((await get('/schemas/a2a-1.0.json')) as { $id: string });
  });
  afterAll(() => endAgents(agent));

  const get = async (path: string): Promise<unknown> =>
    JSON.parse((await agent.serves(path)).text) as unknown;
  const faults = (name: string, value: unknown) => validator.faults(name, value);

  it('A-1 A-4 the card', async () => {
    expect(faults('AgentCard', await get('/.well-known/agent-card.json'))).toEqual([]);
  });

  it.each([
    'letters',
    'observable',
    'progress',
    'append-first',
    'echo',
    'need-input',
    'reject',
    'fail',
    'throw-inline',
  ])('B-1 C-4 SendMessage and GetTask of %s', async (skillId) => {
    const answer = await client.call<{ task: { id: string } }>('SendMessage', {
      message: messageFor(skillId),
    });
    expect(faults('SendMessageResponse', answer)).toEqual([]);
    const task = await client.call<{ status: object }>('GetTask', { id: answer.task.id });
    expect(faults('Task', task)).toEqual([]);
    expect(task.status).toHaveProperty('timestamp');
  });

  it('B-1 a reply that makes no task', async () => {
    const answer = await client.call('SendMessage', { message: messageFor('reply') });
    expect(answer).toHaveProperty('message');
    expect(faults('SendMessageResponse', answer)).toEqual([]);
  });

  it('B-22 ListTasks, with artifacts and history', async () => {
    const page = await client.call<{ tasks: object[] }>('ListTasks', {
      includeArtifacts: true,
      historyLength: 9,
    });
    expect(page.tasks.length).toBeGreaterThan(0);
    expect(faults('ListTasksResponse', page)).toEqual([]);
  });

  it('B-11 C-6 every event of a stream', async () => {
    const stream = await client.stream('SendStreamingMessage', { message: messageFor('letters') });
    const responses = (await stream.all()).map(({ response }) => response);
    expect(responses.length).toBeGreaterThan(2);
    expect(responses.flatMap((response) => faults('StreamResponse', response))).toEqual([]);
  });

  it('serves an OpenAPI document that is valid', async () => {
    expect(await validate((await get('/docs/openapi.json')) as never)).toMatchObject({ valid: true });
  });
});
