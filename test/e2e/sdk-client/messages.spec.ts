import { AgentCard, TaskState } from '@a2a-js/sdk';
import { type Client, ServiceParameters, withA2AExtensions } from '@a2a-js/sdk/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { eventually } from '../../support/eventually.js';
import { message, messageFor } from '../../support/messages.js';
import { BINDINGS, clientOf, sending, stateOf, taskOf, textsOf } from './sdk-client.js';

const EXTENSIONS = [
  { uri: 'https://example.com/geo/v1' },
  { uri: 'https://example.com/audit/v2', required: true },
];
const withAudit = { serviceParameters: ServiceParameters.create(withA2AExtensions(EXTENSIONS[1]!.uri)) };

describe.each(BINDINGS)('messages of the official client on %s', (binding) => {
  let agent: AgentProcess;
  let client: Client;

  beforeAll(async () => {
    agent = await AgentProcess.start();
    client = await clientOf(agent, binding);
  });
  afterAll(() => endAgents(agent));

  it('finds the binding on the card, and reads every member of it', async () => {
    expect([client.transport.protocolName, client.protocolVersion]).toEqual([binding, '1.0']);
    const card = await client.getAgentCard();
    expect(card.supportedInterfaces.map(({ protocolBinding, url }) => [protocolBinding, url])).toEqual([
      ['JSONRPC', `${agent.url}/a2a/jsonrpc`],
      ['HTTP+JSON', `${agent.url}/a2a/v1`],
    ]);
    expect(card.skills.find(({ id }) => id === 'stream')?.examples).toEqual(['stream 500 100']);
    // What the client reads and writes again is what the agent has served.
    expect(AgentCard.toJSON(card)).toMatchObject({
      name: 'cases',
      version: '1.0.0',
      capabilities: { streaming: true },
    });
  });

  it.each(['letters', 'letters-inline'])('sends and waits: %s', async (skillId) => {
    const task = await taskOf(client, messageFor(skillId, 'go', { contextId: 'a-context' }));
    expect(stateOf(task)).toBe('TASK_STATE_COMPLETED');
    expect(task.contextId).toBe('a-context');
    expect(
      task.artifacts.map(({ artifactId, name, parts }) => [artifactId, name, ...textsOf(parts)]),
    ).toEqual([['letters', 'Letters', 'A', 'B', 'C']]);
    expect(task.history.map(({ parts }) => textsOf(parts))).toEqual([['go']]);
    expect(Date.parse(task.status?.timestamp ?? '')).not.toBeNaN();
  });

  it('sends and does not wait', async () => {
    const task = await taskOf(client, messageFor('sleep', 'sleep 1'), { returnImmediately: true });
    expect(['TASK_STATE_SUBMITTED', 'TASK_STATE_WORKING']).toContain(stateOf(task));
    await eventually('it has slept', async () => {
      const now = await client.getTask({ tenant: '', id: task.id });
      return stateOf(now) === 'TASK_STATE_COMPLETED';
    });
  });

  it('gets a message for an answer', async () => {
    const reply = await client.sendMessage(sending(messageFor('reply', 'Ada')));
    expect(reply).toMatchObject({ role: 2, metadata: { mood: 'good' } });
    expect('parts' in reply && textsOf(reply.parts)).toEqual(['Hello, Ada']);
  });

  it('goes on with a task that asks', async () => {
    const asked = await taskOf(client, messageFor('need-input'));
    expect(stateOf(asked)).toBe('TASK_STATE_INPUT_REQUIRED');
    expect(textsOf(asked.status?.message?.parts)).toEqual(['Which colour?']);
    const { id: taskId, contextId } = asked;
    expect(stateOf(await taskOf(client, message('again', { taskId, contextId })))).toBe(
      'TASK_STATE_INPUT_REQUIRED',
    );
    const done = await taskOf(client, message('red', { taskId }));
    expect([done.id, stateOf(done)]).toEqual([taskId, 'TASK_STATE_COMPLETED']);
    expect(done.history.map(({ parts }) => textsOf(parts)[0])).toContain('red');
    expect(textsOf(done.artifacts.at(-1)?.parts)).toEqual(['You said red']);
  });

  it('sends parts of every kind and gets them back as they were', async () => {
    const data = { a_b: [1, null, { c: 'ä\u0000\ud83d\ude00' }], big: 2 ** 53, none: null };
    const task = await taskOf(client, {
      ...messageFor('echo'),
      parts: [
        { text: 'line\r\nline', mediaType: 'text/plain', metadata: { lang: 'en' } },
        {
          raw: Buffer.from([0, 255, 62, 63]).toString('base64'),
          filename: 'a.bin',
          mediaType: 'application/x',
        },
        { url: 'https://example.com/a?b=c&d=%20' },
        { data, mediaType: 'application/json' },
        // A JSON null alone is more than the client can say.
        { data: 'text' },
      ],
    });
    const parts = task.artifacts[0]?.parts ?? [];
    expect(parts.map(({ content }) => content)).toEqual([
      { $case: 'text', value: 'line\r\nline' },
      { $case: 'raw', value: Buffer.from([0, 255, 62, 63]) },
      { $case: 'url', value: 'https://example.com/a?b=c&d=%20' },
      { $case: 'data', value: data },
      { $case: 'data', value: 'text' },
    ]);
    expect(parts[0]).toMatchObject({ mediaType: 'text/plain', metadata: { lang: 'en' } });
    expect(parts[1]).toMatchObject({ filename: 'a.bin', mediaType: 'application/x' });
  });

  it('keeps what is done for one tenant from another', async () => {
    const tenant = 'acme/north & co';
    const task = (await client.sendMessage(sending(messageFor('need-input'), undefined, { tenant }))) as {
      id: string;
    };
    expect(await client.getTask({ tenant, id: task.id })).toMatchObject({ id: task.id });
    await expect(client.getTask({ tenant: 'other', id: task.id })).rejects.toThrow('Task not found');
    await expect(client.getTask({ tenant: '', id: task.id })).rejects.toThrow('Task not found');
    const canceled = await client.cancelTask({ tenant, id: task.id, metadata: undefined });
    expect(canceled.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
  });
});

describe.each(BINDINGS)('extensions of the official client on %s', (binding) => {
  let agent: AgentProcess;

  beforeAll(async () => {
    agent = await AgentProcess.start({ env: { EXTENSIONS: JSON.stringify(EXTENSIONS) } });
  });
  afterAll(() => endAgents(agent));

  it('names the one that is required, and is refused without', async () => {
    const client = await clientOf(agent, binding);
    expect((await client.getAgentCard()).capabilities?.extensions.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining(EXTENSIONS.map(({ uri }) => uri)),
    );
    const refused = client.sendMessage(sending(messageFor('echo')));
    await expect(refused).rejects.toMatchObject({
      name: expect.stringContaining('ExtensionSupportRequiredError'),
    });
    const task = await client.sendMessage(sending(messageFor('echo')), withAudit);
    expect('status' in task && stateOf(task)).toBe('TASK_STATE_COMPLETED');
  });

  it('is told which are active', async () => {
    const seen: (string | null)[] = [];
    const client = await clientOf(agent, binding, {
      tamper: (url, init) => {
        if (init.method === 'POST') {
          const { headers } = init;
          void fetch(url, { ...init, headers }).then((answer) =>
            seen.push(answer.headers.get('a2a-extensions')),
          );
        }
        return [url, init];
      },
    });
    await client.sendMessage(sending(messageFor('echo')), withAudit);
    await eventually('the answer is seen', () => seen.length > 0);
    expect(seen).toEqual([EXTENSIONS[1]!.uri]);
  });
});
