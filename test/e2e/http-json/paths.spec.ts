import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentCard, Task } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { errorIn, HttpJsonClient } from '../../support/http-json-client.js';
import { messageFor } from '../../support/messages.js';

interface Page {
  readonly tasks: Task[];
  readonly totalSize: number;
}

describe('the paths of the HTTP+JSON binding', () => {
  let agent: AgentProcess;
  let client: HttpJsonClient;
  let ended: Task;

  beforeAll(async () => {
    agent = await AgentProcess.start();
    client = HttpJsonClient.of(agent);
    ended = await client.send(messageFor('letters'));
  });
  afterAll(() => endAgents(agent));

  it('A-5 the card names both interfaces where they are, the preferred one first', async () => {
    const { supportedInterfaces, capabilities } = (await (await fetch(agent.cardUrl)).json()) as AgentCard;
    expect(supportedInterfaces).toEqual([
      { url: `${agent.url}/a2a/jsonrpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      { url: `${agent.url}/a2a/v1`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
    ]);
    expect(capabilities).toMatchObject({ streaming: true });
  });

  it('POST /message:send answers with the task, or with a message', async () => {
    expect(ended).toMatchObject({
      status: { state: 'TASK_STATE_COMPLETED' },
      artifacts: [{ name: 'Letters' }],
    });
    const { headers, text, status } = await client.request('POST', '/message:send', {
      message: messageFor('reply', 'Ada'),
    });
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^application\/a2a\+json/);
    expect(JSON.parse(text)).toMatchObject({
      message: { role: 'ROLE_AGENT', parts: [{ text: 'Hello, Ada' }] },
    });
  });

  it('GET /tasks/{id} answers with the task, its history as long as was asked for', async () => {
    expect(await client.call('GET', `/tasks/${ended.id}`)).toEqual(ended);
    const bare = await client.call<Task>('GET', `/tasks/${ended.id}?historyLength=0`);
    expect(bare).not.toHaveProperty('history');
    expect((await client.call<Task>('GET', `/tasks/${ended.id}?history_length=1`)).history).toHaveLength(1);
  });

  it('GET /tasks answers with a page', async () => {
    const page = await client.call<Page>('GET', '/tasks?pageSize=1&includeArtifacts=true');
    expect(page).toMatchObject({ pageSize: 1, tasks: [{ id: ended.id, artifacts: [{}] }] });
    const none = await client.call<Page>('GET', '/tasks?status=TASK_STATE_FAILED');
    expect(none).toEqual({ tasks: [], nextPageToken: '', pageSize: 50, totalSize: 0 });
  });

  it.each([
    ['no body', undefined, {}],
    ['an empty body', '', { 'content-type': 'text/plain' }],
    ['an empty object', {}, {}],
    ['metadata', { metadata: { why: 'late' } }, {}],
    ['an empty body in chunks', '', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }],
  ])('POST /tasks/{id}:cancel takes %s', async (_what, body, headers) => {
    const { id } = await client.send(messageFor('silent'), { returnImmediately: true });
    const task = await client.call<Task>('POST', `/tasks/${id}:cancel`, body, headers);
    expect([task.id, task.status.state]).toEqual([id, 'TASK_STATE_CANCELED']);
  });

  it.each([
    ['POST', 'pushNotificationConfigs', { url: 'https://hook.example/x' }],
    ['GET', 'pushNotificationConfigs', undefined],
    ['GET', 'pushNotificationConfigs/c', undefined],
    ['DELETE', 'pushNotificationConfigs/c', undefined],
  ])('B-31 BC-26 %s /tasks/{id}/%s needs a capability that is not declared', async (verb, path, body) => {
    const { code, details } = await client.refusal(verb, `/tasks/${ended.id}/${path}`, body);
    expect([code, details[0]?.reason]).toEqual([400, 'PUSH_NOTIFICATION_NOT_SUPPORTED']);
  });

  it('A-18 GET /extendedAgentCard needs a capability that is not declared', async () => {
    const { code, details } = await client.refusal('GET', '/extendedAgentCard');
    expect([code, details[0]?.reason]).toEqual([400, 'UNSUPPORTED_OPERATION']);
  });

  it('what the path says wins over the body and the query', async () => {
    const { id } = await client.send(messageFor('silent'), { returnImmediately: true });
    const body = { id: 'made-up', tenant: null };
    expect((await client.call<Task>('POST', `/tasks/${id}:cancel`, body)).id).toBe(id);
    expect((await client.call<Task>('GET', `/tasks/${id}?id=made-up`)).id).toBe(id);
  });

  it.each([
    ['PUT', '/tasks', 'GET'],
    ['PATCH', '/tasks/x', 'GET'],
    ['DELETE', '/tasks/x', 'GET'],
    ['OPTIONS', '/tasks/x', 'GET'],
    ['GET', '/message:send', 'POST'],
    ['GET', '/tasks/x:cancel', 'POST'],
    ['PUT', '/tasks/x:subscribe', 'GET, POST'],
    ['PROPFIND', '/acme/tasks', 'GET'],
  ])('%s %s is 405 and says that %s is allowed', async (verb, path, allow) => {
    const answer = await client.request(verb, path);
    expect([answer.status, answer.headers.allow]).toEqual([405, allow]);
    expect(errorIn(answer)).toMatchObject({ code: 405, status: 'UNIMPLEMENTED' });
  });

  it('HEAD is 405 without a body', async () => {
    const { status, headers, text } = await client.request('HEAD', '/tasks');
    expect([status, headers.allow, text]).toEqual([405, 'GET', '']);
  });

  it.each(['', '/', '/tasks/', '//tasks', '/v1/acme/tasks', '/message', '/Tasks', '/card', '/tasks/a/b/c/d'])(
    'GET %j is 404',
    async (path) => {
      expect(await client.refusal('GET', path)).toMatchObject({ code: 404, status: 'UNIMPLEMENTED' });
    },
  );

  it.each(['__proto__', '%00', '..%2Fx', "'%20or%201=1", '%E6%BC%A2', 'x'.repeat(1_000)])(
    'the id %j, which only looks like one, finds no task',
    async (id) => {
      const { code, details } = await client.refusal('GET', `/tasks/${id}`);
      expect([code, details[0]?.reason]).toEqual([404, 'TASK_NOT_FOUND']);
    },
  );

  it('A-5 are where the application says, and the card too', async () => {
    const elsewhere = await AgentProcess.start({ env: { HTTP_JSON_PATH: '/rest/' } });
    const { supportedInterfaces } = (await (await fetch(elsewhere.cardUrl)).json()) as AgentCard;
    expect(supportedInterfaces[1]?.url).toBe(`${elsewhere.url}/rest`);
    const moved = new HttpJsonClient(`${elsewhere.url}/rest`);
    expect(await moved.call('GET', '/tasks')).toMatchObject({ tasks: [] });
    expect((await moved.refusal('GET', '/nothing')).code).toBe(404);
    expect((await elsewhere.probe('/a2a/v1/tasks'))?.status).toBe(404);
    await endAgents(elsewhere);
  });

  describe('tenants', () => {
    it('I-2 divide what a caller owns, by path, query and body alike', async () => {
      const message = messageFor('echo', 'hi', { contextId: 'of-acme' });
      const { task } = await client.call<{ task: Task }>('POST', '/acme/message:send', { message });
      expect((await client.call<Task>('GET', `/acme/tasks/${task.id}`)).id).toBe(task.id);
      expect((await client.call<Task>('GET', `/tasks/${task.id}?tenant=acme`)).id).toBe(task.id);
      for (const path of [
        `/tasks/${task.id}`,
        `/other/tasks/${task.id}`,
        `/other/tasks/${task.id}?tenant=acme`,
      ]) {
        expect((await client.refusal('GET', path)).details[0]?.reason).toBe('TASK_NOT_FOUND');
      }
      expect((await client.call<Page>('GET', '/acme/tasks')).totalSize).toBe(1);
      expect((await client.call<Page>('GET', '/tasks?contextId=of-acme')).totalSize).toBe(0);
      const rpc = agent.client();
      expect(await rpc.call('GetTask', { tenant: 'acme', id: task.id })).toMatchObject({ id: task.id });
      expect((await rpc.refusal('GetTask', { id: task.id })).code).toBe(-32001);
      const inBody = { tenant: 'acme', message: messageFor('echo') };
      await client.call('POST', '/message:send', inBody);
      expect((await client.call<Page>('GET', '/acme/tasks')).totalSize).toBe(2);
      await client.call('POST', '/third/message:send', inBody);
      expect((await client.call<Page>('GET', '/third/tasks')).totalSize).toBe(1);
    });

    it('I-2 every verb knows them', async () => {
      const configuration = { returnImmediately: true };
      const body = { message: messageFor('silent'), configuration };
      const { task } = await client.call<{ task: Task }>('POST', '/caf%C3%A9/message:send', body);
      expect((await client.refusal('POST', `/tasks/${task.id}:cancel`)).code).toBe(404);
      const stream = await client.stream('GET', `/caf%C3%A9/tasks/${task.id}:subscribe`);
      const { status } = await client.call<Task>('POST', `/tasks/${task.id}:cancel`, { tenant: 'café' });
      expect(status.state).toBe('TASK_STATE_CANCELED');
      await stream.all();
      expect(stream.outline.at(-1)).toBe('TASK_STATE_CANCELED');
    });
  });
});
