import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { callOf, type JsonRpcClient } from '../../support/json-rpc-client.js';
import { message, messageFor } from '../../support/messages.js';

const ERROR_INFO = 'type.googleapis.com/google.rpc.ErrorInfo';
const PUSH = { url: 'https://hook.example/x' };

describe('the errors of the protocol', () => {
  let agent: AgentProcess;
  let client: JsonRpcClient;
  let ended: string;

  beforeAll(async () => {
    agent = await AgentProcess.start();
    client = agent.client();
    ended = (await client.send(messageFor('letters'))).id;
  });
  afterAll(() => endAgents(agent));

  it.each([
    ['GetTask', 'TASK_NOT_FOUND', -32001, () => ({ id: 'made-up' })],
    ['CancelTask', 'TASK_NOT_FOUND', -32001, () => ({ id: 'made-up' })],
    ['SubscribeToTask', 'TASK_NOT_FOUND', -32001, () => ({ id: 'made-up' })],
    ['SendMessage', 'TASK_NOT_FOUND', -32001, () => ({ message: message('x', { taskId: 'made-up' }) })],
    [
      'SendStreamingMessage',
      'TASK_NOT_FOUND',
      -32001,
      () => ({ message: message('x', { taskId: 'made-up' }) }),
    ],
    ['CancelTask', 'TASK_NOT_CANCELABLE', -32002, () => ({ id: ended })],
    [
      'CreateTaskPushNotificationConfig',
      'PUSH_NOTIFICATION_NOT_SUPPORTED',
      -32003,
      () => ({ taskId: ended, ...PUSH }),
    ],
    [
      'GetTaskPushNotificationConfig',
      'PUSH_NOTIFICATION_NOT_SUPPORTED',
      -32003,
      () => ({ taskId: ended, id: 'x' }),
    ],
    ['ListTaskPushNotificationConfigs', 'PUSH_NOTIFICATION_NOT_SUPPORTED', -32003, () => ({ taskId: ended })],
    [
      'DeleteTaskPushNotificationConfig',
      'PUSH_NOTIFICATION_NOT_SUPPORTED',
      -32003,
      () => ({ taskId: ended, id: 'x' }),
    ],
    [
      'SendMessage',
      'PUSH_NOTIFICATION_NOT_SUPPORTED',
      -32003,
      () => ({ message: messageFor('letters'), configuration: { taskPushNotificationConfig: PUSH } }),
    ],
    ['SubscribeToTask', 'UNSUPPORTED_OPERATION', -32004, () => ({ id: ended })],
    ['SendMessage', 'UNSUPPORTED_OPERATION', -32004, () => ({ message: message('x', { taskId: ended }) })],
    [
      'SendStreamingMessage',
      'UNSUPPORTED_OPERATION',
      -32004,
      () => ({ message: message('x', { taskId: ended }) }),
    ],
    ['GetExtendedAgentCard', 'UNSUPPORTED_OPERATION', -32004, () => ({})],
    [
      'SendMessage',
      'CONTENT_TYPE_NOT_SUPPORTED',
      -32005,
      () => ({ message: messageFor('plain-only', '', { parts: [{ raw: 'AAAA', mediaType: 'image/png' }] }) }),
    ],
  ])('J %s: %s is %i', async (method, reason, code, params) => {
    const { status, headers, text } = await client.post(callOf(method, params(), 'an-id'));
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(JSON.parse(text)).toEqual({
      jsonrpc: '2.0',
      id: 'an-id',
      error: {
        code,
        message: expect.stringMatching(/^.{10,}$/) as string,
        data: [
          { '@type': ERROR_INFO, reason, domain: 'a2a-protocol.org', metadata: expect.any(Object) as object },
        ],
      },
    });
    const { metadata } = (JSON.parse(text) as { error: { data: [{ metadata: object }] } }).error.data[0];
    expect(Object.values(metadata).every((value) => typeof value === 'string')).toBe(true);
  });

  it('J-3 -32602 names every member that is wrong', async () => {
    const error = await client.refusal('SendMessage', {
      message: { role: 'ROLE_AGENT', parts: [{}] },
      configuration: { historyLength: -1 },
    });
    expect(error).toEqual({
      code: -32602,
      message: 'Invalid parameters',
      data: [
        {
          '@type': 'type.googleapis.com/google.rpc.BadRequest',
          fieldViolations: expect.any(Array) as unknown[],
        },
      ],
    });
    const [{ fieldViolations }] = error.data as unknown as [
      {
        fieldViolations: { field: string; description: string }[];
      },
    ];
    expect(fieldViolations.map(({ field }) => field).toSorted()).toEqual([
      'configuration.historyLength',
      'message.messageId',
      'message.parts[0]',
      'message.role',
    ]);
    expect(fieldViolations.every(({ description }) => description.length > 5)).toBe(true);
  });

  it('an error of a skill that answers with a message is -32603 with a correlation id and nothing else', async () => {
    const error = await client.refusal('SendMessage', { message: messageFor('reply', 'break') });
    expect(error).toEqual({
      code: -32603,
      message: 'Internal error',
      data: [
        {
          '@type': ERROR_INFO,
          reason: 'INTERNAL',
          domain: 'a2a-protocol.org',
          metadata: { correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string },
        },
      ],
    });
    const [{ metadata }] = error.data as unknown as [{ metadata: { correlationId: string } }];
    const { correlationId } = metadata;
    expect(agent.log).toContain(correlationId);
    expect(agent.log).toContain('hunter2');
  });

  it('a skill that is on no card is -32602', async () => {
    const error = await client.refusal('SendMessage', { message: messageFor('no-such-skill') });
    expect(error.code).toBe(-32602);
    expect(JSON.stringify(error.data)).toContain('message.metadata.skillId');
  });

  it('ids that only look like tasks find nothing', async () => {
    for (const id of ['__proto__', "' or 1=1 --", '../x', '\u0000', 'x'.repeat(1_000), `${ended} `]) {
      expect((await client.refusal('GetTask', { id })).code).toBe(-32001);
    }
    expect((await client.refusal('GetTask', { id: 'x'.repeat(100_000) })).code).toBe(-32602);
  });
});
