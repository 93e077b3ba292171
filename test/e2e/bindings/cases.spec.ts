import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentCard, Task } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { type Binding, bindingsOf } from '../../support/bindings.js';
import { HttpJsonClient } from '../../support/http-json-client.js';
import { callOf } from '../../support/json-rpc-client.js';
import { message, messageFor } from '../../support/messages.js';
import { TokenIssuer } from '../../support/token-issuer.js';

const NAMES = ['JSON-RPC', 'HTTP+JSON'] as const;
const AUDIENCE = 'https://agent.example';

describe.each(NAMES)('public bug reports on %s', (name) => {
  let agent: AgentProcess;
  let binding: Binding;
  let empty: unknown;

  beforeAll(async () => {
    agent = await AgentProcess.start();
    binding = bindingsOf(agent).find((one) => one.name === name)!;
    empty = await binding.call('ListTasks', {});
  });
  afterAll(() => endAgents(agent));

  const reasonOf = async (...call: Parameters<Binding['call']>) => {
    const outcome = await binding.call(...call);
    if (!('error' in outcome)) throw new Error(`${call[0]} was not refused: ${JSON.stringify(outcome)}`);
    return outcome.error;
  };
  const total = async (contextId?: string) => {
    const outcome = (await binding.call('ListTasks', { contextId })) as { result: { totalSize: number } };
    return outcome.result.totalSize;
  };

  it('BC-04 an error that is known before the first event is no stream', async () => {
    const error = await reasonOf('SendStreamingMessage', {
      message: { messageId: 'x', taskId: 'nope', role: 'ROLE_USER', parts: [{ text: 'a' }] },
    });
    expect(error).toMatchObject({ reason: 'TASK_NOT_FOUND', code: 404 });
  });

  it('BC-09 a POST with a body is answered with a stream that has events', async () => {
    const outcome = await binding.call('SendStreamingMessage', { message: messageFor('letters') });
    expect('events' in outcome && outcome.events.length).toBeGreaterThan(3);
  });

  it('BC-15 a task id that a client has made up creates nothing', async () => {
    const before = await total();
    const error = await reasonOf('SendMessage', {
      message: message('x', { messageId: 'u1', taskId: 'made-up' }),
    });
    expect(error).toMatchObject({ reason: 'TASK_NOT_FOUND', code: 404 });
    expect(await total()).toBe(before);
  });

  it('BC-17 a message to a finished task is 400 and not 501', async () => {
    const { id } = await agent.client().send(messageFor('letters'));
    const error = await reasonOf('SendMessage', { message: message('more', { taskId: id }) });
    expect(error).toMatchObject({ reason: 'UNSUPPORTED_OPERATION', code: 400 });
  });

  it('BC-22 BC-23 a version that is not spoken, or none, is refused naming those that are', async () => {
    for (const version of ['99.0', undefined]) {
      const params = { message: messageFor('echo', 'hi', { contextId: 'versions' }) };
      const error = await reasonOf('SendMessage', params, { 'a2a-version': version });
      expect(error).toMatchObject({ reason: 'VERSION_NOT_SUPPORTED', code: 400 });
      expect(error.message).toContain('1.0');
    }
    expect(await total('versions')).toBe(0);
    const params = { message: messageFor('echo', 'hi', { contextId: 'versions' }) };
    expect(await binding.call('SendMessage', params, { 'a2a-version': '1.0.3' })).toHaveProperty('result');
    expect(await total('versions')).toBe(1);
  });

  it('BC-24 an empty list has every member', () => {
    expect(empty).toEqual({ result: { tasks: [], nextPageToken: '', pageSize: 50, totalSize: 0 } });
  });

  it.each([
    ['pageToken', '%%%'],
    ['pageSize', 0],
    ['pageSize', 101],
  ])('BC-25 %s %j is a violation of the field', async (field, value) => {
    const error = await reasonOf('ListTasks', { [field]: value });
    expect(error).toMatchObject({
      reason: 'INVALID_PARAMS',
      code: 400,
      details: [{ fieldViolations: [{ field }] }],
    });
  });

  it('BC-26 what is declared works, and what is not is refused', async () => {
    const { capabilities } = (await (await fetch(agent.cardUrl)).json()) as AgentCard;
    expect([capabilities.streaming, capabilities.pushNotifications]).toEqual([true, undefined]);
    const { id } = await agent.client().begin(messageFor('sleep', 'sleep 1'));
    expect(await binding.call('SubscribeToTask', { id })).toHaveProperty('events');
    const error = await reasonOf('CreateTaskPushNotificationConfig', {
      taskId: id,
      url: 'https://hook.example',
    });
    expect(error).toMatchObject({ reason: 'PUSH_NOTIFICATION_NOT_SUPPORTED', code: 400 });
  });
});

describe('an agent that does not stream', () => {
  let agent: AgentProcess;

  beforeAll(async () => {
    agent = await AgentProcess.start({ env: { STREAMING: 'false' } });
  });
  afterAll(() => endAgents(agent));

  it('SD-011 BC-26 declares it, and refuses streams on both bindings', async () => {
    const { capabilities } = (await (await fetch(agent.cardUrl)).json()) as AgentCard;
    expect(capabilities.streaming).toBe(false);
    const { id } = await agent.client().send(messageFor('need-input'));
    for (const binding of bindingsOf(agent)) {
      const calls = [
        await binding.call('SendStreamingMessage', { message: messageFor('letters') }),
        await binding.call('SubscribeToTask', { id }),
      ];
      for (const outcome of calls) {
        expect([binding.name, outcome]).toMatchObject([
          binding.name,
          { error: { reason: 'UNSUPPORTED_OPERATION', code: 400 } },
        ]);
      }
    }
  });
});

describe('two principals on both bindings', () => {
  let issuer: TokenIssuer;
  let agent: AgentProcess;

  beforeAll(async () => {
    issuer = await TokenIssuer.create(AUDIENCE);
    await issuer.open();
    agent = await AgentProcess.start({ env: { OAUTH_ISSUER: issuer.issuer, OAUTH_AUDIENCE: AUDIENCE } });
  });
  afterAll(async () => {
    await endAgents(agent);
    await issuer.close();
  });

  const headersOf = async (name: string) => ({ authorization: `Bearer ${await issuer.token(name)}` });

  it('BC-25 a page token of another principal reveals nothing', async () => {
    const alice = agent.client(await headersOf('alice'));
    for (const text of ['one', 'two']) await alice.send(messageFor('echo', text));
    const { nextPageToken } = await alice.call<{ nextPageToken: string }>('ListTasks', { pageSize: 1 });
    expect(nextPageToken).not.toBe('');
    for (const binding of bindingsOf(agent, await headersOf('bob'))) {
      const madeUp = await binding.call('ListTasks', { pageToken: 'AAAA' });
      expect(madeUp).toMatchObject({ error: { reason: 'INVALID_PARAMS' } });
      expect(await binding.call('ListTasks', { pageToken: nextPageToken })).toEqual(madeUp);
    }
    for (const binding of bindingsOf(agent, await headersOf('alice'))) {
      const page = await binding.call('ListTasks', { pageToken: nextPageToken });
      expect(page).toMatchObject({ result: { tasks: [{}], totalSize: 2 } });
    }
  });

  it('BC-18 a message that comes again by the other binding leads to the same task', async () => {
    const headers = await headersOf('alice');
    const params = { message: messageFor('echo', 'order 1') };
    const [rpc, http] = [agent.client(headers), HttpJsonClient.of(agent, headers)];
    const first = JSON.parse((await rpc.post(callOf('SendMessage', params))).text) as {
      result: { task: Task };
    };
    const again = await http.call<{ task: Task }>('POST', '/message:send', params);
    expect(again.task.id).toBe(first.result.task.id);
  });
});
