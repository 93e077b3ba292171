import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SendMessageResponse, Task } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import type { JsonRpcClient } from '../../support/json-rpc-client.js';
import { artifactTexts, message, messageFor, statusText } from '../../support/messages.js';
import { TokenIssuer } from '../../support/token-issuer.js';

const AUDIENCE = 'https://agent.example';

describe('a message that comes again', () => {
  let issuer: TokenIssuer;
  let agent: AgentProcess;
  let alice: JsonRpcClient;
  let bob: JsonRpcClient;

  beforeAll(async () => {
    issuer = await TokenIssuer.create(AUDIENCE);
    await issuer.open();
    agent = await AgentProcess.start({ env: { OAUTH_ISSUER: issuer.issuer, OAUTH_AUDIENCE: AUDIENCE } });
    alice = agent.client({ authorization: `Bearer ${await issuer.token('alice')}` });
    bob = agent.client({ authorization: `Bearer ${await issuer.token('bob')}` });
  });
  afterAll(async () => {
    await endAgents(agent);
    await issuer.close();
  });

  const runsOf = async (messageId: string) =>
    (await observations()).filter((line) => line === `ran ${messageId}`).length;
  const observations = async () => (await agent.observations()).lines;

  it.each(['count', 'count-inline'])(
    'BC-18 leads %s to the first task, for its sender only',
    async (skillId) => {
      const order = messageFor(skillId, 'order 0');
      const first = await alice.send(order);
      expect(await alice.send(order)).toEqual(first);
      expect(await runsOf(order.messageId)).toBe(1);

      const changed = { ...order, parts: [{ text: 'order 2' }] };
      const refused = await alice.refusal('SendMessage', { message: changed });
      expect(refused.code).toBe(-32602);
      expect(JSON.stringify(refused.data)).toContain('message.messageId');

      const own = await bob.send(order);
      expect(own.id).not.toBe(first.id);
      expect(artifactTexts(own)).toEqual(artifactTexts(first));
    },
  );

  it.each(['count', 'count-inline'])(
    'waits for the first one of %s, however many come at once',
    async (skillId) => {
      const order = messageFor(skillId, 'order 0.05');
      const tasks = await Promise.all(Array.from({ length: 8 }, () => alice.send(order)));
      expect(new Set(tasks.map(({ id }) => id)).size).toBe(1);
      expect(tasks.map(({ status }) => status.state)).toEqual(tasks.map(() => 'TASK_STATE_COMPLETED'));
      expect(await runsOf(order.messageId)).toBe(1);
    },
  );

  it('streams the task that the first one has begun', async () => {
    const order = messageFor('count', 'order 1');
    const begun = await alice.begin(order);
    const stream = await alice.stream('SendStreamingMessage', { message: order });
    const events = await stream.all();
    expect(events[0]?.response).toMatchObject({ task: { id: begun.id } });
    expect(stream.outline.at(-1)).toBe('TASK_STATE_COMPLETED');
    const again = await alice.stream('SendStreamingMessage', { message: order });
    expect((await again.all()).map(({ response }) => response)).toEqual([
      { task: await alice.task(begun.id) },
    ]);
    expect(await runsOf(order.messageId)).toBe(1);
  });

  it('gets the reply that was stored when no task was made', async () => {
    const order = messageFor('count-reply', 'order 0.3');
    const send = () => alice.call<SendMessageResponse>('SendMessage', { message: order });
    const [one, two] = await Promise.all([send(), send()]);
    expect(one).toMatchObject({
      message: { role: 'ROLE_AGENT', parts: [{ text: `counted ${order.messageId}` }] },
    });
    expect(two).toEqual(one);
    expect(await send()).toEqual(one);
    expect(await runsOf(order.messageId)).toBe(1);
    const changed = { ...order, metadata: { skillId: 'count' } };
    expect((await alice.refusal('SendMessage', { message: changed })).code).toBe(-32602);
  });

  it('opens one turn of a task, also when the task has ended since', async () => {
    const asked = await alice.send(messageFor('need-input'));
    expect(asked.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
    const answer = message('blue', { taskId: asked.id });
    const [one, two] = await Promise.all([alice.send(answer), alice.send(answer)]);
    expect(one.status.state).toBe('TASK_STATE_COMPLETED');
    expect(two).toEqual(one);
    expect(await alice.send(answer)).toEqual(one);
    const texts = (one.history ?? []).filter(({ messageId }) => messageId === answer.messageId);
    expect(texts).toHaveLength(1);
  });

  it('is compared with all else but how the answer is to come', async () => {
    const order = messageFor('count');
    const first = await alice.send(order);
    const shorter = await alice.send(order, { historyLength: 0 });
    expect({ ...shorter, history: first.history }).toEqual(first);
    expect(statusText(first)).toBe('');
  });
});

describe('a message that comes again where nobody compares', () => {
  const agents: AgentProcess[] = [];
  afterAll(() => endAgents(...agents));

  it('makes a task each time for callers without a name', async () => {
    const agent = await AgentProcess.start();
    agents.push(agent);
    await expectTwoTasks((order) => agent.client().send(order));
  });

  it('makes a task each time with IDEMPOTENCY=off', async () => {
    const issuer = await TokenIssuer.create(AUDIENCE);
    await issuer.open();
    const env = { OAUTH_ISSUER: issuer.issuer, OAUTH_AUDIENCE: AUDIENCE, IDEMPOTENCY: 'off' };
    const agent = await AgentProcess.start({ env });
    agents.push(agent);
    const alice = agent.client({ authorization: `Bearer ${await issuer.token('alice')}` });
    await expectTwoTasks((order) => alice.send(order));
    await issuer.close();
  });

  async function expectTwoTasks(
    send: (order: ReturnType<typeof messageFor>) => Promise<Task>,
  ): Promise<void> {
    const order = messageFor('count-inline');
    const [one, two] = [await send(order), await send(order)];
    expect(two.id).not.toBe(one.id);
  }
});
