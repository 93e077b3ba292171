import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentCard, Task } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { eventually } from '../../support/eventually.js';
import { callOf, type JsonRpcClient } from '../../support/json-rpc-client.js';
import type { RpcError } from '../../support/rpc-answer.js';
import { artifactTexts, message, messageFor } from '../../support/messages.js';
import { TokenIssuer } from '../../support/token-issuer.js';

const AUDIENCE = 'https://agent.example';

describe('an agent whose callers need a token', () => {
  let issuer: TokenIssuer;
  let agent: AgentProcess;
  let alice: JsonRpcClient;
  let bob: JsonRpcClient;

  beforeAll(async () => {
    issuer = await TokenIssuer.create(AUDIENCE);
    const env = { OAUTH_ISSUER: issuer.issuer, OAUTH_AUDIENCE: AUDIENCE };
    agent = await AgentProcess.start({ env });
    alice = clientWith(await issuer.token('alice'));
    bob = clientWith(await issuer.token('bob'));
  });
  afterAll(async () => {
    await endAgents(agent);
    await issuer.close();
  });

  const clientWith = (token: string) => agent.client({ authorization: `Bearer ${token}` });
  const knock = async (authorization: string | undefined, method = 'ListTasks') => {
    const { status, headers, text } = await agent.client().post(callOf(method, {}, 'q7'), { authorization });
    return { status, challenge: headers['www-authenticate'], text, retryAfter: headers['retry-after'] };
  };

  // The first test: nothing is known of the issuer's keys yet.
  it('is never open while its issuer is down: 503 and not 200 or 401, then at work again', async () => {
    const token = await issuer.token('alice');
    const down = await knock(`Bearer ${token}`);
    expect(down.status).toBe(503);
    expect(down.retryAfter).toMatch(/^\d+$/);
    expect(JSON.parse(down.text)).toMatchObject({ jsonrpc: '2.0', error: { message: /./ } });
    expect((await knock(undefined)).status).toBe(401);
    expect((await knock(`Bearer ${issuer.unsigned('alice')}`)).status).toBe(401);
    await issuer.open();
    await eventually('the token is accepted', async () => {
      await delay(500);
      return (await knock(`Bearer ${token}`)).status === 200;
    });
  });

  it('answers 401 with a challenge and an error of the binding to who sends no token', async () => {
    for (const method of ['ListTasks', 'SendStreamingMessage', 'NoSuchMethod']) {
      const { status, challenge, text } = await knock(undefined, method);
      expect(status).toBe(401);
      expect(challenge).toMatch(/^Bearer realm="[^"]+", resource_metadata="[^"]+"$/);
      const answer = JSON.parse(text) as { jsonrpc: string; error: RpcError };
      expect(answer.jsonrpc).toBe('2.0');
      expect(answer.error.code).toBeLessThan(0);
      expect(answer).not.toHaveProperty('result');
    }
  });

  it.each<[string, () => string | Promise<string>]>([
    ['is no token', () => 'Bearer abc'],
    ['is empty', () => 'Bearer '],
    ['has no signature (alg none)', () => `Bearer ${issuer.unsigned('alice')}`],
    ['is signed by a stranger', async () => `Bearer ${await issuer.forged('alice')}`],
    ['is signed with the public key (HS256)', async () => `Bearer ${await issuer.confused('alice')}`],
    ['has expired', async () => `Bearer ${await issuer.token('alice', {}, -3_600)}`],
    ['never expires', async () => `Bearer ${await issuer.token('alice', { exp: undefined })}`],
    ['is not valid yet', async () => `Bearer ${await issuer.token('alice', { nbf: 4_102_444_800 })}`],
    [
      'is for somebody else',
      async () => `Bearer ${await issuer.token('alice', { aud: 'https://other.example' })}`,
    ],
    ['is for nobody', async () => `Bearer ${await issuer.token('alice', { aud: undefined })}`],
    [
      'is of another issuer',
      async () => `Bearer ${await issuer.token('alice', { iss: 'https://evil.example' })}`,
    ],
    ['names nobody', async () => `Bearer ${await issuer.token('alice', { sub: undefined })}`],
    ['comes as Basic', async () => `Basic ${await issuer.token('alice')}`],
    ['is changed afterwards', async () => `Bearer ${(await issuer.token('alice')).replace(/\.(.)/, '.X$1')}`],
  ])('answers 401 with a challenge when the token %s', async (_what, authorization) => {
    const { status, challenge, text } = await knock(await authorization());
    expect(status).toBe(401);
    expect(challenge).toMatch(/^Bearer realm="/);
    expect(text).not.toMatch(/expired|signature|audience|jwt/i);
  });

  it('lets a good token in, whatever the case of the scheme, and one of several audiences', async () => {
    expect((await knock(`Bearer ${await issuer.token('alice')}`)).status).toBe(200);
    expect((await knock(`bearer ${await issuer.token('alice')}`)).status).toBe(200);
    const several = await issuer.token('alice', { aud: ['https://other.example', AUDIENCE] });
    expect((await knock(`Bearer ${several}`)).status).toBe(200);
  });

  it('serves its card to everybody, and the card says what is needed', async () => {
    const card = (await (await fetch(agent.cardUrl)).json()) as AgentCard;
    const [[name, scheme] = []] = Object.entries(card.securitySchemes ?? {});
    expect(scheme).toMatchObject({ httpAuthSecurityScheme: { scheme: 'Bearer', bearerFormat: 'JWT' } });
    expect(card.securityRequirements).toEqual([{ schemes: { [name ?? '']: { list: [] } } }]);
    expect(JSON.stringify(card)).not.toContain('$case');
  });

  describe('two principals', () => {
    let task: Task;
    let running: Task;

    beforeAll(async () => {
      task = await alice.send(messageFor('need-input', 'one', { contextId: 'shared-name' }));
      running = await alice.begin(messageFor('silent'));
    });
    afterAll(() => alice.call('CancelTask', { id: running.id }));

    it.each<[string, (id: string) => object, Record<string, string>?]>([
      ['GetTask', (id) => ({ id })],
      ['CancelTask', (id) => ({ id })],
      ['SubscribeToTask', (id) => ({ id })],
      ['SubscribeToTask', (id) => ({ id }), { 'last-event-id': '1' }],
      ['SendMessage', (taskId) => ({ message: message('hello', { taskId }) })],
      ['SendMessage', (taskId) => ({ message: message('hello', { taskId, contextId: 'shared-name' }) })],
      ['SendStreamingMessage', (taskId) => ({ message: message('hello', { taskId }) })],
    ])(
      'BC-44 %s answers another principal as for an id that does not exist',
      async (method, params, headers) => {
        const random = crypto.randomUUID();
        const nothing = await bob.post(callOf(method, params(random)), headers);
        expect(JSON.parse(nothing.text)).toMatchObject({ error: { code: -32001 } });
        for (const { id } of [task, running]) {
          const { status, text } = await bob.post(callOf(method, params(id)), headers);
          expect([status, text.replaceAll(id, random)]).toEqual([nothing.status, nothing.text]);
        }
        expect(await alice.task(task.id)).toEqual(task);
        expect(['TASK_STATE_SUBMITTED', 'TASK_STATE_WORKING']).toContain(
          (await alice.task(running.id)).status.state,
        );
      },
    );

    it('BC-25 B-16 list only their own, also by the name of a context or with the token of another', async () => {
      const list = (client: JsonRpcClient, params = {}) =>
        client.call<{ tasks: Task[]; totalSize: number; nextPageToken: string }>('ListTasks', params);
      expect(await list(bob)).toMatchObject({ tasks: [], totalSize: 0 });
      expect(await list(bob, { contextId: 'shared-name' })).toMatchObject({ tasks: [], totalSize: 0 });
      const own = await bob.send(messageFor('echo', 'mine', { contextId: 'shared-name' }));
      expect(own.history).toHaveLength(1);
      expect((await list(alice, { contextId: 'shared-name' })).tasks.map(({ id }) => id)).toEqual([task.id]);
      expect((await list(bob)).tasks.map(({ id }) => id)).toEqual([own.id]);
      const { nextPageToken } = await list(alice, { pageSize: 1 });
      expect(nextPageToken).not.toBe('');
      const madeUp = await bob.refusal('ListTasks', { pageToken: 'AAAA' });
      expect(await bob.refusal('ListTasks', { pageToken: nextPageToken })).toEqual(madeUp);
    });

    it('the same subject at another client is another principal', async () => {
      const other = clientWith(await issuer.token('alice', { client_id: 'another-app' }));
      expect((await other.refusal('GetTask', { id: task.id })).code).toBe(-32001);
    });

    it('a renewed token reaches the tasks of the old one', async () => {
      const renewed = clientWith(await issuer.token('alice', { jti: 'another' }, 60));
      const answered = await renewed.send(message('red', { taskId: task.id }));
      expect(artifactTexts(answered)).toEqual(['You said red']);
    });
  });
});
