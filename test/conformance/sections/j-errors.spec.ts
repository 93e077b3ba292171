import { expect } from 'vitest';
import { message, messageFor } from '../../support/messages.js';
import { describeSection } from '../conformance.js';
import type { Peer } from '../peer.js';
import { ask, errorOf, getting, overHttp, type Request, sending } from '../raw.js';

const ERROR_INFO = 'type.googleapis.com/google.rpc.ErrorInfo';
const HOOK = { url: 'https://hook.example/x' };
const SPEAKS_NEITHER = { on: 'with extensions' } as const;

/** An error of the protocol: its name, its codes (section 5.4), and a request that is answered with it. */
interface Kind {
  readonly reason: string;
  readonly rpc: number;
  readonly http: number;
  readonly status: string;
  readonly request: (peer: Peer) => Request | Promise<Request>;
  readonly headers?: Readonly<Record<string, string>>;
}

const endedTask = async (peer: Peer) => (await peer.send('echo')).id;

const KINDS: readonly Kind[] = [
  {
    reason: 'TASK_NOT_FOUND',
    rpc: -32001,
    http: 404,
    status: 'NOT_FOUND',
    request: () => getting('no-such-task'),
  },
  {
    reason: 'TASK_NOT_CANCELABLE',
    rpc: -32002,
    http: 400,
    status: 'FAILED_PRECONDITION',
    request: async (peer) => {
      const id = await endedTask(peer);
      return { method: 'CancelTask', params: { id }, http: ['POST', `/tasks/${id}:cancel`] };
    },
  },
  {
    reason: 'PUSH_NOTIFICATION_NOT_SUPPORTED',
    rpc: -32003,
    http: 400,
    status: 'FAILED_PRECONDITION',
    request: () => ({
      method: 'CreateTaskPushNotificationConfig',
      params: { taskId: 'x', ...HOOK },
      http: ['POST', '/tasks/x/pushNotificationConfigs', HOOK],
    }),
  },
  {
    reason: 'UNSUPPORTED_OPERATION',
    rpc: -32004,
    http: 400,
    status: 'FAILED_PRECONDITION',
    request: () => ({ method: 'GetExtendedAgentCard', http: ['GET', '/extendedAgentCard'] }),
  },
  {
    reason: 'CONTENT_TYPE_NOT_SUPPORTED',
    rpc: -32005,
    http: 400,
    status: 'INVALID_ARGUMENT',
    request: () =>
      sending({
        message: messageFor('plain-only', '', { parts: [{ raw: 'AAAA', mediaType: 'image/png' }] }),
      }),
  },
  {
    reason: 'VERSION_NOT_SUPPORTED',
    rpc: -32009,
    http: 400,
    status: 'FAILED_PRECONDITION',
    request: () => getting('x'),
    headers: { 'a2a-version': '99.0' },
  },
];

const REQUIRED: Kind = {
  reason: 'EXTENSION_SUPPORT_REQUIRED',
  rpc: -32008,
  http: 400,
  status: 'FAILED_PRECONDITION',
  request: () => getting('x'),
};

describeSection('J: errors', ({ row, once }) => {
  const refusal = async (peer: Peer, { request, headers }: Kind) => ask(peer, await request(peer), headers);

  const isNamed = async (peer: Peer, kind: Kind) => {
    const { message: text, code, details } = errorOf(await refusal(peer, kind));
    expect(text).toMatch(/\w/);
    expect(code).toBe(peer.isJsonRpc ? kind.rpc : kind.http);
    expect(details.map((detail) => detail['@type'])).toEqual(
      details.map(() => expect.stringMatching(/^type\.googleapis\.com\/google\.rpc\./) as string),
    );
  };

  const hasInfo = async (peer: Peer, kind: Kind) => {
    const { details } = errorOf(await refusal(peer, kind));
    const info = details.find((detail) => detail['@type'] === ERROR_INFO);
    expect(info).toMatchObject({ reason: kind.reason, domain: 'a2a-protocol.org' });
    for (const value of Object.values(info?.metadata ?? {})) expect(value).toBeTypeOf('string');
  };

  for (const kind of KINDS) {
    row('J-1', `${kind.reason} has its code, a message, and details with a type`, (peer) =>
      isNamed(peer, kind),
    );
    row('J-2', `${kind.reason} is named by an ErrorInfo`, (peer) => hasInfo(peer, kind));
  }
  const required = `${REQUIRED.reason} likewise`;
  row('J-1', required, (peer) => isNamed(peer, REQUIRED), SPEAKS_NEITHER);
  row('J-2', required, (peer) => hasInfo(peer, REQUIRED), SPEAKS_NEITHER);

  row('J-2', 'the metadata of an ErrorInfo says which task was not found', async (peer) => {
    const { details } = errorOf(await ask(peer, getting('no-such-task')));
    expect(details).toMatchObject([{ metadata: { taskId: 'no-such-task' } }]);
  });

  row('J-1', 'parameters that are wrong have their code', async (peer) => {
    const { code, message: text } = errorOf(await ask(peer, sending({})));
    expect(code).toBe(peer.isJsonRpc ? -32602 : 400);
    expect(text).toMatch(/\w/);
  });

  row('J-1', 'an operation that does not exist has its code', async (peer) => {
    const answer = await ask(peer, { method: 'NoSuchMethod', http: ['GET', '/no/such/path'] });
    expect(errorOf(answer).code).toBe(peer.isJsonRpc ? -32601 : 404);
  });

  row('J-1', 'an error of the agent’s own has its code, and tells nothing of its inside', async (peer) => {
    const answer = await ask(peer, sending({ message: messageFor('reply', 'break') }));
    expect(errorOf(answer).code).toBe(peer.isJsonRpc ? -32603 : 500);
    expect(answer.text).not.toMatch(/postgres|hunter2/);
  });

  row('J-3', 'a BadRequest names each wrong member and says why', async (peer) => {
    const params = { message: { role: 'ROLE_AGENT', parts: [] }, configuration: { historyLength: -1 } };
    const { details } = errorOf(await ask(peer, sending(params)));
    const bad = details.find((one) => one['@type'] === 'type.googleapis.com/google.rpc.BadRequest');
    const violations = bad?.fieldViolations as { field: string; description: string }[];
    expect(violations.map(({ field }) => field).toSorted()).toEqual([
      'configuration.historyLength',
      'message.messageId',
      'message.parts',
      'message.role',
    ]);
    for (const { description } of violations) expect(description).toMatch(/\w/);
  });

  row('J-3', 'a wrong filter of ListTasks is named', async (peer) => {
    const { details } = await peer.refusal('ListTasks', { pageSize: 1000 });
    expect(details).toMatchObject([{ fieldViolations: [{ field: 'pageSize' }] }]);
  });

  for (const kind of KINDS)
    once('J-4', `${kind.reason} is a google.rpc.Status`, async (peer) => {
      const { http } = await kind.request(peer);
      const answer = await overHttp(peer, http, kind.headers);
      expect(answer.status).toBe(kind.http);
      expect(answer.headers['content-type']).toMatch(/^application\/(a2a\+)?json/);
      expect(JSON.parse(answer.text)).toEqual({
        error: {
          code: kind.http,
          status: kind.status,
          message: expect.any(String) as string,
          details: expect.any(Array) as object[],
        },
      });
    });

  row('J-7', 'what one wrong member makes invalid leaves no trace', async (peer) => {
    const contextId = crypto.randomUUID();
    const sent = message('hi', { contextId, metadata: { skillId: 'echo' } });
    for (const params of [
      { message: sent, configuration: { historyLength: 'many' } },
      { message: { ...sent, parts: [...sent.parts, {}] } },
      { message: { ...sent, messageId: '' } },
    ])
      expect(await peer.refusal('SendMessage', params)).toMatchObject({ reason: 'INVALID_PARAMS' });
    expect(await peer.result('ListTasks', { contextId })).toMatchObject({ totalSize: 0 });
  });

  row('J-7', 'a stream is not opened for input that is wrong', async (peer) => {
    const params = { message: { ...messageFor('echo'), parts: [] } };
    expect(await peer.refusal('SendStreamingMessage', params)).toMatchObject({ reason: 'INVALID_PARAMS' });
  });

  for (const kind of KINDS)
    once('J-8', `${kind.reason} is in the range of A2A`, async (peer) => {
      const { code } = errorOf(await refusal(peer, kind));
      expect(code).toBeLessThanOrEqual(-32001);
      expect(code).toBeGreaterThanOrEqual(-32099);
    });
});
