import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentCard, ListTasksResponse, SecurityOptions, Task } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { eventually } from '../../support/eventually.js';
import { HttpJsonClient } from '../../support/http-json-client.js';
import { callOf } from '../../support/json-rpc-client.js';
import { artifactTexts, message, messageFor, statusText } from '../../support/messages.js';
import { createTestDatabase, type TestDatabase } from '../../support/postgres-server.js';
import { TokenIssuer } from '../../support/token-issuer.js';

const SCOPE = 'review:paid';
const PAID = ['paid', 'paid-inline', 'paid-reply'];

function securityOf({ issuer, audience }: TokenIssuer): SecurityOptions {
  const clientCredentials = { tokenUrl: `${issuer}/token`, scopes: { base: 'Call', [SCOPE]: 'Pay' } };
  const tokens = { jwt: { issuer, audience, profile: 'any' as const } };
  return {
    schemes: { oauth: { type: 'oauth2', flow: { clientCredentials }, tokens } },
    requirements: [{ oauth: ['base'] }],
  };
}

describe('SD-014 SD-110 skills that ask for scopes', () => {
  let issuer: TokenIssuer;
  let database: TestDatabase;
  let agent: AgentProcess;
  let env: Record<string, string>;
  let weak: Record<string, string>;
  let strong: Record<string, string>;

  beforeAll(async () => {
    issuer = await TokenIssuer.create('agent');
    await issuer.open();
    database = await createTestDatabase();
    env = { SECURITY: JSON.stringify(securityOf(issuer)), DATASTORE_URL: database.url };
    agent = await AgentProcess.start({ program: 'secured-agent', env: { ...env, SKILL_SCOPES: SCOPE } });
    weak = await bearer('base');
    strong = await bearer(`base ${SCOPE}`);
  });
  afterAll(async () => {
    await endAgents(agent);
    await issuer.close();
    await database.drop();
  });

  const bearer = async (scope: string) => ({
    authorization: `Bearer ${await issuer.token('ada', { scope })}`,
  });
  const tasksOf = async (headers: Record<string, string>) =>
    (await agent.client(headers).call<ListTasksResponse>('ListTasks', {})).tasks;

  it('say so on the card, and the metadata of the agent name the scopes', async () => {
    const card = (await (await fetch(agent.cardUrl)).json()) as AgentCard;
    const asked = card.skills.map(({ id, securityRequirements }) => [id, securityRequirements]);
    const paid = [{ schemes: { oauth: { list: [SCOPE] } } }];
    expect(Object.fromEntries(asked)).toEqual({
      free: undefined,
      paid,
      'paid-inline': paid,
      'paid-reply': paid,
    });
    const metadata = await fetch(`${agent.url}/.well-known/oauth-protected-resource`);
    expect(await metadata.json()).toMatchObject({ scopes_supported: ['base', SCOPE] });
  });

  it.each(PAID)('refuse who lacks one with 403 before there is a task, on both bindings: %s', async (id) => {
    const before = await tasksOf(weak);
    const params = { message: messageFor(id) };
    const rpc = await agent.client(weak).post(callOf('SendMessage', params, 'q7'));
    const http = await HttpJsonClient.of(agent, weak).request('POST', '/message:send', params);
    const stream = await agent.client(weak).post(callOf('SendStreamingMessage', params, 'q7'));
    for (const { status, headers } of [rpc, http, stream]) {
      expect(status).toBe(403);
      expect(headers['www-authenticate']).toMatch(
        new RegExp(`^Bearer realm="[^"]+", .*error="insufficient_scope", scope="${SCOPE}"$`),
      );
    }
    expect(JSON.parse(rpc.text)).toMatchObject({ id: 'q7', error: { code: -32000 } });
    expect(JSON.parse(http.text)).toMatchObject({ error: { code: 403, status: 'PERMISSION_DENIED' } });
    expect(await tasksOf(weak)).toEqual(before);
  });

  it('refuse a message that only its words lead there likewise', async () => {
    const answer = await agent.client(weak).post(callOf('SendMessage', { message: message('paid') }));
    expect(answer.status).toBe(403);
  });

  it('work for who has them, and other skills for who has not', async () => {
    const granted = `base ${SCOPE}`;
    const client = agent.client(strong);
    expect(artifactTexts(await client.send(messageFor('paid')))).toEqual([granted]);
    expect(artifactTexts(await client.send(messageFor('paid-inline')))).toEqual([granted]);
    const reply = await client.call('SendMessage', { message: messageFor('paid-reply') });
    expect(reply).toMatchObject({ message: { parts: [{ text: granted }] } });
    expect(artifactTexts(await agent.client(weak).send(messageFor('free')))).toEqual(['base']);
  });

  it('refuse a later message with a weaker token, and the task waits on', async () => {
    const { id, contextId } = await agent.client(strong).send(messageFor('paid', 'ask'));
    const before = await agent.client(strong).task(id);
    const next = { message: message('go', { taskId: id, contextId }) };
    expect((await agent.client(weak).post(callOf('SendMessage', next))).status).toBe(403);
    expect(await agent.client(strong).task(id)).toEqual(before);
    const admin = await bearer(`admin base ${SCOPE}`);
    const { task } = await agent.client(admin).call<{ task: Task }>('SendMessage', next);
    // What each message's own credentials grant, not what the first one's did.
    expect(artifactTexts(task)).toEqual([`admin base ${SCOPE}`]);
    expect(JSON.stringify(task.history)).not.toContain('admin');
  });

  it('are chosen late by who has asked for none before, with the token of that message', async () => {
    const { id, contextId, status } = await agent.client(weak).send(message('anything'));
    expect(status.state).toBe('TASK_STATE_INPUT_REQUIRED');
    const next = { message: messageFor('paid', 'go', { taskId: id, contextId }) };
    expect((await agent.client(weak).post(callOf('SendMessage', next))).status).toBe(403);
    expect((await agent.client(weak).task(id)).status.state).toBe('TASK_STATE_INPUT_REQUIRED');
    const { task } = await agent.client(strong).call<{ task: Task }>('SendMessage', next);
    expect(artifactTexts(task)).toEqual([`base ${SCOPE}`]);
  });

  it('are not run by a worker that knows of scopes of which the one that let them in did not', async () => {
    const database2 = await createTestDatabase();
    const shared = { ...env, DATASTORE_URL: database2.url };
    const old = await AgentProcess.start({ program: 'secured-agent', env: { ...shared, ROLE: 'api' } });
    const { id, contextId } = await old.client(weak).begin(messageFor('paid'));
    const young = await AgentProcess.start({
      program: 'secured-agent',
      env: { ...shared, SKILL_SCOPES: SCOPE },
    });
    try {
      const task = await eventually('the worker has judged', async () => {
        const now = await young.client(weak).task(id);
        return now.status.state !== 'TASK_STATE_SUBMITTED' && now;
      });
      expect(task.status.state).toBe('TASK_STATE_AUTH_REQUIRED');
      expect(statusText(task)).toContain(SCOPE);
      const next = { message: message('go', { taskId: id, contextId }) };
      const { task: after } = await young.client(strong).call<{ task: Task }>('SendMessage', next);
      expect(artifactTexts(after)).toEqual([`base ${SCOPE}`]);
    } finally {
      await endAgents(old, young);
      await database2.drop();
    }
  });

  it('stop the start where nothing could grant them', async () => {
    const security = { schemes: {}, requirements: [{}] };
    const program = 'secured-agent';
    for (const [declared, why] of [
      [undefined, 'the agent declares no security'],
      [JSON.stringify(security), 'no scheme grants scopes'],
    ]) {
      const lost = await AgentProcess.launch({ program, env: { SECURITY: declared, SKILL_SCOPES: SCOPE } });
      expect(await lost.exited()).toBe(1);
      expect(lost.log).toContain(why);
      await endAgents(lost);
    }
  });
});
