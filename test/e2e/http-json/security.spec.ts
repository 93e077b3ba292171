import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Task } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { errorIn, HttpJsonClient } from '../../support/http-json-client.js';
import { message, messageFor } from '../../support/messages.js';
import { TokenIssuer } from '../../support/token-issuer.js';

const AUDIENCE = 'https://agent.example';

describe('the HTTP+JSON binding of an agent whose callers need a token', () => {
  let issuer: TokenIssuer;
  let agent: AgentProcess;
  let alice: HttpJsonClient;
  let bob: HttpJsonClient;

  beforeAll(async () => {
    issuer = await TokenIssuer.create(AUDIENCE);
    agent = await AgentProcess.start({ env: { OAUTH_ISSUER: issuer.issuer, OAUTH_AUDIENCE: AUDIENCE } });
    alice = HttpJsonClient.of(agent, { authorization: `Bearer ${await issuer.token('alice')}` });
    bob = HttpJsonClient.of(agent, { authorization: `Bearer ${await issuer.token('bob')}` });
  });
  afterAll(async () => {
    await endAgents(agent);
    await issuer.close();
  });

  // The first test: nothing is known of the issuer's keys yet.
  it('is 503 while tokens can not be checked, and says when to come back', async () => {
    const answer = await alice.request('GET', '/tasks');
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    expect(errorIn(answer)).toMatchObject({ code: 503, status: 'UNAVAILABLE' });
    await issuer.open();
    await expect
      .poll(async () => (await alice.request('GET', '/tasks')).status, { timeout: 30_000, interval: 500 })
      .toBe(200);
  });

  it.each([
    ['GET', '/tasks'],
    ['POST', '/message:send'],
    ['POST', '/message:stream'],
    ['GET', '/tasks/x:subscribe'],
    ['DELETE', '/tasks/x/pushNotificationConfigs/y'],
    ['GET', '/extendedAgentCard'],
    ['GET', '/nothing/here'],
    ['PUT', '/tasks'],
    ['GET', '/tasks/%FF'],
  ])('O-2 BC-45 %s %s is 401 with a challenge for who sends no token', async (verb, path) => {
    const nobody = HttpJsonClient.of(agent);
    for (const authorization of [undefined, 'Bearer abc', `Bearer ${issuer.unsigned('alice')}`]) {
      const answer = await nobody.request(verb, path, verb === 'POST' ? {} : undefined, { authorization });
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="/);
      const { code, status, details } = errorIn(answer);
      expect([code, status, details[0]?.reason]).toEqual([401, 'UNAUTHENTICATED', 'UNAUTHENTICATED']);
    }
  });

  it("BC-44 somebody else's task is as one that does not exist, whatever is asked of it", async () => {
    const task = await alice.send(messageFor('need-input', 'one'));
    const requests: ((id: string) => Parameters<HttpJsonClient['request']>)[] = [
      (id) => ['GET', `/tasks/${id}`],
      (id) => ['POST', `/tasks/${id}:cancel`],
      (id) => ['GET', `/tasks/${id}:subscribe`],
      (id) => ['POST', `/tasks/${id}:subscribe`, undefined, { 'last-event-id': '1' }],
      (id) => ['POST', '/message:send', { message: message('red', { taskId: id }) }],
      (id) => ['POST', '/message:stream', { message: message('red', { taskId: id }) }],
    ];
    const random = crypto.randomUUID();
    for (const request of requests) {
      const nothing = await bob.request(...request(random));
      const theirs = await bob.request(...request(task.id));
      expect(nothing.status).toBe(404);
      expect([theirs.status, theirs.text.replaceAll(task.id, random)]).toEqual([404, nothing.text]);
    }
    expect(await alice.call<Task>('GET', `/tasks/${task.id}`)).toEqual(task);
  });

  it('I-3 to name a tenant leads to nobody else in it', async () => {
    const body = { message: messageFor('echo') };
    const { task } = await alice.call<{ task: Task }>('POST', '/acme/message:send', body);
    expect((await alice.request('GET', `/acme/tasks/${task.id}`)).status).toBe(200);
    expect((await bob.request('GET', `/acme/tasks/${task.id}`)).status).toBe(404);
    expect(await bob.call('GET', '/acme/tasks')).toMatchObject({ tasks: [], totalSize: 0 });
  });
});
