import { inspect } from 'node:util';
import type { Client } from '@a2a-js/sdk/client';
import {
  ContentTypeNotSupportedError,
  PushNotificationNotSupportedError,
  RequestMalformedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
} from '@a2a-js/sdk/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { message, messageFor } from '../../support/messages.js';
import { allOf, BINDINGS, clientOf, sending, taskOf } from './sdk-client.js';

describe.each(BINDINGS)('errors of the official client on %s', (binding) => {
  let agent: AgentProcess;
  let client: Client;
  let ended: string;

  beforeAll(async () => {
    agent = await AgentProcess.start();
    client = await clientOf(agent, binding);
    ended = (await taskOf(client, messageFor('letters-inline'))).id;
  });
  afterAll(() => endAgents(agent));

  const errorOf = (promise: Promise<unknown>): Promise<Error> =>
    promise.then(
      () => {
        throw new Error('It was not refused.');
      },
      (error: unknown) => error as Error,
    );
  const none = { tenant: '', id: 'made-up', metadata: undefined };

  it.each([
    ['getTask', () => client.getTask(none)],
    ['cancelTask', () => client.cancelTask(none)],
    ['resubscribeTask', () => allOf(client.resubscribeTask(none))],
    ['sendMessage', () => client.sendMessage(sending(message('x', { taskId: 'made-up' })))],
    [
      'sendMessageStream',
      () => allOf(client.sendMessageStream(sending(message('x', { taskId: 'made-up' })))),
    ],
  ])('%s: a task that does not exist is a TaskNotFoundError', async (_, call) => {
    const error = await errorOf(call());
    expect(error).toBeInstanceOf(TaskNotFoundError);
    expect(error.message).toContain('Task not found');
  });

  it('a task that has ended is a TaskNotCancelableError', async () => {
    const error = await errorOf(client.cancelTask({ ...none, id: ended }));
    expect(error).toBeInstanceOf(TaskNotCancelableError);
  });

  it('a type that the skill does not take is a ContentTypeNotSupportedError', async () => {
    const parts = [{ raw: 'AAAA', mediaType: 'image/png' }];
    const error = await errorOf(client.sendMessage(sending({ ...messageFor('plain-only'), parts })));
    expect(error).toBeInstanceOf(ContentTypeNotSupportedError);
  });

  it('what is not well formed is a RequestMalformedError', async () => {
    const error = await errorOf(client.sendMessage(sending(messageFor('no-such-skill'))));
    expect(error).toBeInstanceOf(RequestMalformedError);
  });

  it('there are no push notifications, by the card and by the agent', async () => {
    const config = {
      tenant: '',
      taskId: ended,
      id: 'c',
      url: 'https://hook.example',
      token: '',
      authentication: undefined,
    };
    const one = { tenant: '', taskId: ended, id: 'c' };
    const page = { tenant: '', taskId: ended, pageSize: 10, pageToken: '' };
    // The client itself refuses most of them without asking; its transport asks.
    const { transport } = client;
    const service = { serviceParameters: { 'A2A-Version': '1.0' } };
    const calls: Promise<unknown>[] = [
      client.deleteTaskPushNotificationConfig(one),
      transport.createTaskPushNotificationConfig(config, service),
      transport.getTaskPushNotificationConfig(one, service),
      transport.listTaskPushNotificationConfig(page, service),
      transport.deleteTaskPushNotificationConfig(one, service),
      client.sendMessage(
        sending(messageFor('echo'), { taskPushNotificationConfig: { url: 'https://hook.example' } }),
      ),
    ];
    for (const error of await Promise.all(calls.map(errorOf))) {
      expect(error).toBeInstanceOf(PushNotificationNotSupportedError);
    }
    expect(() => client.createTaskPushNotificationConfig(config)).toThrow(PushNotificationNotSupportedError);
  });

  it('there is no extended card', async () => {
    const { transport } = client;
    const service = { serviceParameters: { 'A2A-Version': '1.0' } };
    const error = await errorOf(transport.getExtendedAgentCard({ tenant: '' }, service));
    expect(error).toBeInstanceOf(UnsupportedOperationError);
  });

  it('a fault of the agent says nothing of its inside', async () => {
    const error = await errorOf(client.sendMessage(sending(messageFor('reply', 'break'))));
    expect(error.message).toBe('Internal error');
    expect(inspect(error, { depth: 10 })).not.toContain('hunter2');
    const failed = await taskOf(client, messageFor('throw-inline'));
    expect(JSON.stringify(failed)).not.toContain('hunter2');
  });
});
