import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { eventually, within } from '../../support/eventually.js';
import { callOf, type JsonRpcClient } from '../../support/json-rpc-client.js';
import { messageFor, statusText } from '../../support/messages.js';
import type { RpcAnswer } from '../../support/rpc-answer.js';
import { TokenIssuer } from '../../support/token-issuer.js';

const AUDIENCE = 'https://agent.example';

describe('an agent that is asked for too much', () => {
  let issuer: TokenIssuer;
  let agent: AgentProcess;
  let alice: JsonRpcClient;
  let bob: JsonRpcClient;

  beforeAll(async () => {
    issuer = await TokenIssuer.create(AUDIENCE);
    await issuer.open();
    agent = await AgentProcess.start({
      env: {
        OAUTH_ISSUER: issuer.issuer,
        OAUTH_AUDIENCE: AUDIENCE,
        MAX_WAITING_PER_QUEUE: '6',
        MAX_WAITING_PER_PRINCIPAL: '3',
        MAX_OPEN_STREAMS: '2',
      },
    });
    alice = agent.client({ authorization: `Bearer ${await issuer.token('alice')}` });
    bob = agent.client({ authorization: `Bearer ${await issuer.token('bob')}` });
  });
  afterAll(async () => {
    await endAgents(agent);
    await issuer.close();
  });

  /** Sends until it is refused. @returns the refusal, and the ids of the tasks before it */
  async function fill(client: JsonRpcClient, skillId: string) {
    const ids: string[] = [];
    const sent: Message[] = [];
    for (;;) {
      const message = messageFor(skillId);
      const body = callOf('SendMessage', { message, configuration: { returnImmediately: true } });
      const { status, headers, text } = await client.post(body);
      const { result, error } = JSON.parse(text) as RpcAnswer<{ task: { id: string } }>;
      if (error) return { status, headers, error, ids, sent };
      sent.push(message);
      if (ids.push(result?.task.id ?? '') > 50) throw new Error('It takes everything.');
      // Counts of what waits are a second old at most.
      await new Promise((resolve) => setTimeout(resolve, 1_100));
    }
  }

  it('refuses one principal with 429 and Retry-After, and takes from another; then the queue is full', async () => {
    const first = await fill(alice, 'one-at-a-time');
    expect(first.status).toBe(429);
    expect(Number(first.headers['retry-after'])).toBeGreaterThan(0);
    expect(first.error).toMatchObject({
      code: -32000,
      data: [{ reason: 'RESOURCE_EXHAUSTED' }, { retryDelay: '10s' }],
    });
    // One runs, three wait.
    expect(first.ids).toHaveLength(4);

    // What was let in before is no new load.
    const [message] = first.sent;
    expect((await alice.begin(message as Message)).id).toBe(first.ids[0]);

    const second = await fill(bob, 'one-at-a-time');
    expect(second.status).toBe(429);
    expect(second.ids).toHaveLength(3);
    expect((await bob.send(messageFor('count-inline'))).status.state).toBe('TASK_STATE_COMPLETED');
    for (const id of first.ids) await alice.call('CancelTask', { id });
    for (const id of second.ids) await bob.call('CancelTask', { id });
  });

  it('refuses one stream more than it may hold open, and takes one when another has ended', async () => {
    const open = () => alice.stream('SendStreamingMessage', { message: messageFor('silent') });
    const streams = [await open(), await open()];
    const body = callOf('SendStreamingMessage', { message: messageFor('silent') });
    const refused = await alice.post(body);
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('5');
    streams[0]?.destroy();
    await eventually('there is room again', async () => (await agent.observations()).openStreams < 2);
    const third = await open();
    third.destroy();
    streams[1]?.destroy();
    await eventually('all are closed', async () => (await agent.observations()).openStreams === 0);
    // What the skill waits for would keep its worker.
    for (const { id } of await silentTasks()) await alice.call('CancelTask', { id });
  });

  it('holds no more open when many come at the same moment, and forgets the places of those that fail', async () => {
    const unknown = { id: 'made-up' };
    for (let index = 0; index < 5; index += 1) {
      expect((await alice.refusal('SubscribeToTask', unknown)).code).toBe(-32001);
    }
    const body = () => ({ message: messageFor('silent') });
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => alice.open('SendStreamingMessage', body())),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    for (const answer of answers) answer.destroy();
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    await eventually('all are closed', async () => (await agent.observations()).openStreams === 0);
    const again = await alice.open('SendStreamingMessage', body());
    expect(again.statusCode).toBe(200);
    again.destroy();
    for (const { id } of await silentTasks()) await alice.call('CancelTask', { id });
  });

  async function silentTasks() {
    const { tasks } = await alice.call<{ tasks: { id: string }[] }>('ListTasks', {
      status: 'TASK_STATE_WORKING',
    });
    return tasks;
  }
});

describe('a skill with a timeout', () => {
  let agent: AgentProcess;
  beforeAll(async () => {
    agent = await AgentProcess.start();
  });
  afterAll(() => endAgents(agent));

  it.each(['go', 'go deaf 1'])(
    'ends FAILED when it takes longer, whether it heeds its signal or not: %s',
    async (text) => {
      const order = messageFor('hang', text);
      const task = await agent.client().send(order);
      expect(task.status.state).toBe('TASK_STATE_FAILED');
      expect(statusText(task)).toContain('longer than 1 second');
      const { lines } = await agent.observations();
      expect(lines.filter((line) => line === `ran ${order.messageId}`)).toHaveLength(1);
    },
  );

  it.each(['go', 'go deaf 1'])(
    'gives no reply when it takes longer, whether it heeds its signal or not: %s',
    async (text) => {
      const asked = agent.client().call<{ message: Message }>('SendMessage', {
        message: messageFor('hang-in-reply', text),
      });
      const { message } = await within('the reply', asked, 20_000);
      expect(message.parts).toEqual([{ text: expect.stringContaining('longer than 1 second') }]);
    },
  );
});
