import { ListTasksRequest, TaskState } from '@a2a-js/sdk';
import type { Client } from '@a2a-js/sdk/client';
import {
  RequestMalformedError,
  TaskNotFoundError,
  UnsupportedOperationError,
  VersionNotSupportedError,
} from '@a2a-js/sdk/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { eventually } from '../../support/eventually.js';
import { message, messageFor } from '../../support/messages.js';
import { createTestDatabase, type TestDatabase } from '../../support/postgres-server.js';
import {
  allOf,
  BINDINGS,
  clientOf,
  ReadAlong,
  rewriting,
  sending,
  stateOf,
  taskOf,
  textsOf,
} from './sdk-client.js';

/** What users of other implementations have reported, seen through the official client. */
describe.each(BINDINGS)('two replicas and the official client on %s', (binding) => {
  let database: TestDatabase;
  let one: AgentProcess;
  let other: AgentProcess;
  let client: Client;
  let elsewhere: Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    const env = { DATASTORE_URL: database.url };
    one = await AgentProcess.start({ env });
    other = await AgentProcess.start({ env });
    [client, elsewhere] = await Promise.all([clientOf(one, binding), clientOf(other, binding)]);
  });
  afterAll(async () => {
    await endAgents(one, other);
    await database.drop();
  });

  const total = async () => (await client.listTasks(ListTasksRequest.fromJSON({ pageSize: 1 }))).totalSize;
  const task = (id: string, of = client) => of.getTask({ tenant: '', id });

  it.each([
    ['no messageId', { messageId: '' }, 'message.messageId'],
    ['no role', { role: 'ROLE_UNSPECIFIED' }, 'message.role'],
    ['no parts', { parts: [] }, 'message.parts'],
  ])('SDK-1 %s is refused, naming the member', async (_, members, field) => {
    const before = await total();
    const answers: string[] = [];
    const watched = await clientOf(one, binding, {
      tamper: (url, init) => {
        if (init.method === 'POST')
          void fetch(url, init).then(async (answer) => answers.push(await answer.text()));
        return [url, init];
      },
    });
    const wrong = { ...messageFor('echo'), ...members } as Message;
    await expect(watched.sendMessage(sending(wrong))).rejects.toThrow(RequestMalformedError);
    await eventually('the answer is seen', () => answers.length > 0);
    expect(answers[0]).toContain(`"field":"${field}"`);
    expect(await total()).toBe(before);
  });

  it('SDK-2 a message of nothing but its id is no fault of the agent', async () => {
    const bare = { messageId: '123' } as Message;
    await expect(client.sendMessage(sending(bare))).rejects.toThrow(RequestMalformedError);
    await expect(allOf(client.sendMessageStream(sending(bare)))).rejects.toThrow(RequestMalformedError);
  });

  it('SDK-3 a body that is no JSON is none of the agent’s faults either', async () => {
    const broken = await clientOf(one, binding, {
      tamper: (url, init) => [url, init.method === 'POST' ? { ...init, body: '{"jsonrpc":' } : init],
    });
    const error = (await broken
      .sendMessage(sending(messageFor('echo')))
      .catch((reason: unknown) => reason)) as Error;
    expect(error.message).toBe('Invalid JSON payload');
    expect(error).toMatchObject(binding === 'JSONRPC' ? { envelopeCode: -32700 } : { statusCode: 400 });
  });

  it('SDK-4 a task that has ended takes no message and no subscriber: on every replica, after a restart', async () => {
    const { id } = await taskOf(client, messageFor('letters'));
    const refuse = async (of: Client) => {
      const more = sending(message('more', { taskId: id }));
      await expect(of.sendMessage(more)).rejects.toThrow(UnsupportedOperationError);
      await expect(allOf(of.sendMessageStream(more))).rejects.toThrow(UnsupportedOperationError);
      await expect(allOf(of.resubscribeTask({ tenant: '', id }))).rejects.toThrow(UnsupportedOperationError);
    };
    await refuse(client);
    await refuse(elsewhere);
    const again = await AgentProcess.start({ env: { DATASTORE_URL: database.url, ROLE: 'api' } });
    try {
      await refuse(await clientOf(again, binding));
    } finally {
      await endAgents(again);
    }
  });

  it('SDK-5 a message that names another context changes nothing', async () => {
    const { id } = await taskOf(client, messageFor('need-input'));
    const before = await task(id);
    const stray = message('x', { taskId: id, contextId: 'another' });
    await expect(client.sendMessage(sending(stray))).rejects.toThrow(RequestMalformedError);
    expect(await task(id)).toEqual(before);
  });

  it('SDK-6 a task id that the client made up makes no task', async () => {
    const before = await total();
    const stray = sending(message('x', { taskId: 'made-up' }));
    await expect(client.sendMessage(stray)).rejects.toThrow(TaskNotFoundError);
    await expect(allOf(client.sendMessageStream(stray))).rejects.toThrow(TaskNotFoundError);
    expect(await total()).toBe(before);
  });

  it.each(['9.9', '0.3', ''])('SDK-7 version "%s" is not spoken', async (version) => {
    const speaking = await clientOf(one, binding, { headers: { 'A2A-Version': version } });
    await expect(speaking.sendMessage(sending(messageFor('echo')))).rejects.toThrow(VersionNotSupportedError);
  });

  it('SDK-7 the version may stand in the query', async () => {
    const speaking = (version: string) =>
      clientOf(one, binding, {
        headers: { 'A2A-Version': '' },
        tamper: (url, init) => [init.method === 'POST' ? `${url}?A2A-Version=${version}` : url, init],
      });
    const order = () => sending(messageFor('echo'));
    expect(await (await speaking('1.0')).sendMessage(order())).toHaveProperty('status');
    await expect((await speaking('9.9')).sendMessage(order())).rejects.toThrow(VersionNotSupportedError);
  });

  it('SDK-8 a size that is no number is refused', async () => {
    const params = ListTasksRequest.fromJSON({ pageSize: 17 });
    expect((await client.listTasks(params)).pageSize).toBe(17);
    for (const size of binding === 'JSONRPC'
      ? ['"abc"', '0', '101', '-1', '1.5']
      : ['abc', '0', '101', '-1', '1.5']) {
      const mark = binding === 'JSONRPC' ? '"pageSize":' : 'pageSize=';
      const wrong = await clientOf(one, binding, { tamper: rewriting(`${mark}17`, `${mark}${size}`) });
      await expect(wrong.listTasks(params)).rejects.toThrow(RequestMalformedError);
    }
  });

  it('SDK-8 SDK-9 no history is sent to whoever asks for none, by SendMessage and GetTask', async () => {
    const sent = await taskOf(client, messageFor('letters'), { historyLength: 0 });
    expect(sent.history).toEqual([]);
    expect((await client.getTask({ tenant: '', id: sent.id, historyLength: 0 })).history).toEqual([]);
    expect((await client.getTask({ tenant: '', id: sent.id })).history).toHaveLength(1);
  });

  it('SDK-10 a subscriber on one replica sees what happens on the other, as one there does', async () => {
    const { id } = await taskOf(client, messageFor('need-input-inline'));
    const [here, there] = [client, elsewhere].map(
      (of) => new ReadAlong(of.resubscribeTask({ tenant: '', id })),
    );
    await eventually('both read', () => here!.events.length > 0 && there!.events.length > 0);
    await taskOf(client, message('again', { taskId: id }));
    await taskOf(client, message('red', { taskId: id }));
    await Promise.all([here!.over, there!.over]);
    expect(here!.outline.at(-1)).toBe('TASK_STATE_COMPLETED');
    expect(there!.events).toEqual(here!.events);
  });

  it('SDK-14 what is answered at once is the task as it was then', async () => {
    const order = messageFor('fail');
    const begun = await taskOf(client, order, { returnImmediately: true });
    await eventually(
      'it has failed',
      async () => stateOf(await task(begun.id, elsewhere)) === 'TASK_STATE_FAILED',
    );
    expect(['TASK_STATE_SUBMITTED', 'TASK_STATE_WORKING']).toContain(stateOf(begun));
    expect(begun.status?.message).toBeUndefined();
    expect(begun.artifacts).toEqual([]);
  });

  it('SDK-15 a tenant in the call is no obstacle, and where to look', async () => {
    const tenant = 'acme';
    const sent = (await client.sendMessage(sending(messageFor('need-input'), undefined, { tenant }))) as {
      id: string;
    };
    const { id } = sent;
    const next = sending(message('red', { taskId: id }), undefined, { tenant });
    expect(await elsewhere.sendMessage(next)).toMatchObject({
      id,
      status: { state: TaskState.TASK_STATE_COMPLETED },
    });
    expect(await client.getTask({ tenant, id })).toMatchObject({ id });
    await expect(client.getTask({ tenant: 'other', id })).rejects.toThrow(TaskNotFoundError);
    await expect(client.sendMessage(sending(message('x', { taskId: id })))).rejects.toThrow(
      TaskNotFoundError,
    );
  });

  it('SDK-21 what is appended to an artifact that nobody has begun begins it', async () => {
    const events = await allOf(client.sendMessageStream(sending(messageFor('append-first'))));
    const updates = events.flatMap(({ payload }) =>
      payload?.$case === 'artifactUpdate' ? [payload.value] : [],
    );
    expect(updates.flatMap(({ artifact }) => textsOf(artifact?.parts))).toEqual(['first', 'second']);
    const { artifacts } = await task(updates[0]!.taskId, elsewhere);
    expect(artifacts.map(({ artifactId, parts }) => [artifactId, ...textsOf(parts)])).toEqual([
      ['unbegun', 'first', 'second'],
    ]);
  });

  it.each([
    ['need-input', 'TASK_STATE_INPUT_REQUIRED'],
    ['need-input-inline', 'TASK_STATE_INPUT_REQUIRED'],
    ['need-auth', 'TASK_STATE_AUTH_REQUIRED'],
  ])(
    'SDK-22 a task that waits for its caller ends the waiting, and keeps a subscriber: %s',
    async (skillId, state) => {
      const waiting = await taskOf(client, messageFor(skillId));
      expect(stateOf(waiting)).toBe(state);
      const stream = new ReadAlong(elsewhere.resubscribeTask({ tenant: '', id: waiting.id }));
      await eventually('the snapshot', () => stream.events.length > 0);
      await taskOf(client, message('yes', { taskId: waiting.id }));
      await stream.over;
      expect([stream.outline[0], stream.outline.at(-1)]).toEqual(['task', 'TASK_STATE_COMPLETED']);
    },
  );
});
