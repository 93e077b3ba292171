import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentCard, Task } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { type Binding, bindingsOf } from '../../support/bindings.js';
import { HttpJsonClient } from '../../support/http-json-client.js';
import { callOf } from '../../support/json-rpc-client.js';
import { artifactTexts, messageFor } from '../../support/messages.js';
import { createTestDatabase, type TestDatabase } from '../../support/postgres-server.js';
import { TokenIssuer } from '../../support/token-issuer.js';
import { refusalOf } from './refused-start.js';
import { cardOf, skillsOn } from './served-card.js';

const AUDIENCE = 'https://agent.example';
const PATH = '/extendedAgentCard';

describe('the extended card of an agent whose callers need a token', () => {
  const started: AgentProcess[] = [];
  let database: TestDatabase;
  let issuer: TokenIssuer;
  let agent: AgentProcess;
  let alice: Record<string, string>;
  let ops: Record<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase();
    issuer = await TokenIssuer.create(AUDIENCE);
    await issuer.open();
    agent = await start();
    alice = { authorization: `Bearer ${await issuer.token('alice')}` };
    ops = { authorization: `Bearer ${await issuer.token('olga', { scope: 'read ops:erase' })}` };
  });
  afterAll(async () => {
    await endAgents(...started);
    await issuer.close();
    await database.drop();
  });

  const start = async (
    env: Record<string, string> = {},
    program: 'card-agent' | 'main' = 'card-agent',
  ): Promise<AgentProcess> => {
    const oauth = { OAUTH_ISSUER: issuer.issuer, OAUTH_AUDIENCE: AUDIENCE, HOST: '127.0.0.1' };
    const one = await AgentProcess.start({
      program,
      env: { DATASTORE_URL: database.url, ...oauth, ...env },
    });
    started.push(one);
    return one;
  };
  const ask = (binding: Binding) => binding.call('GetExtendedAgentCard', {});
  const extendedOf = async (binding: Binding): Promise<AgentCard> => {
    const outcome = await ask(binding);
    if (!('result' in outcome)) throw new Error(`No card: ${JSON.stringify(outcome)}`);
    return outcome.result as AgentCard;
  };
  const get = (headers: Record<string, string>, more: Record<string, string> = {}) =>
    HttpJsonClient.of(agent, headers).request('GET', PATH, undefined, more);

  it('SD-022 what is not for everybody is not on the public card, which says that there is more', async () => {
    const card = await cardOf(agent);
    expect(skillsOn(card)).toEqual(['forecast']);
    expect(card.capabilities.extendedAgentCard).toBe(true);
    const withToken = await fetch(agent.cardUrl, { headers: ops });
    expect(await withToken.json()).toEqual(card);
  });

  it('BC-30 the security is declared in the shape of 1.0', async () => {
    const { securitySchemes, securityRequirements } = await cardOf(agent);
    expect(securitySchemes).toEqual({
      bearer: {
        httpAuthSecurityScheme: expect.objectContaining({ scheme: 'Bearer', bearerFormat: 'JWT' }) as object,
      },
    });
    expect(securityRequirements).toEqual([{ schemes: { bearer: { list: [] } } }]);
    expect(JSON.stringify(await extendedOf(bindingsOf(agent, ops)[1]))).not.toMatch(/\$case|"type":/);
  });

  it('SD-032 shows each caller what is for their eyes, the same on both bindings', async () => {
    for (const [headers, skills] of [
      [alice, ['forecast', 'audit']],
      [ops, ['forecast', 'audit', 'erase']],
    ] as const) {
      const [rpc, http] = bindingsOf(agent, headers);
      const card = await extendedOf(rpc);
      expect(skillsOn(card)).toEqual(skills);
      expect(await extendedOf(http)).toEqual(card);
      const { skills: _, ...rest } = await cardOf(agent);
      expect(card).toMatchObject(rest);
    }
  });

  it('SD-032 SD-033 is for its caller to keep: private, by who asks, with a tag for each view', async () => {
    const publicTag = (await fetch(agent.cardUrl)).headers.get('etag');
    const [forAlice, forOps] = [await get(alice), await get(ops)];
    for (const { status, headers } of [forAlice, forOps])
      expect([status, headers['cache-control'], headers.vary]).toEqual([
        200,
        'private, no-cache',
        'Authorization',
      ]);
    const tags = [forAlice.headers.etag, forOps.headers.etag, publicTag];
    expect(new Set(tags).size).toBe(3);
    const has = async (headers: Record<string, string>, tag: string | null | undefined) =>
      (await get(headers, { 'if-none-match': tag ?? '' })).status;
    expect(await has(alice, tags[0])).toBe(304);
    expect(await has(alice, tags[1])).toBe(200);
    expect(await has(alice, tags[2])).toBe(200);
    expect(await has(ops, tags[1])).toBe(304);
  });

  it('SD-032 a tag that somebody else has got is worth nothing without a token', async () => {
    const { headers } = await get(ops);
    expect((await get({}, { 'if-none-match': headers.etag ?? '' })).status).toBe(401);
    expect((await get({}, { 'if-none-match': '*' })).status).toBe(401);
  });

  it('SD-033 does not change what everybody gets, before or after', async () => {
    const before = await (await fetch(agent.cardUrl)).text();
    await get(ops);
    expect(await (await fetch(agent.cardUrl)).text()).toBe(before);
    expect((await fetch(agent.cardUrl)).headers.get('cache-control')).toMatch(/^public/);
  });

  it('BC-32 (c) BC-33 nobody has it without a token, or with one that is no good any more', async () => {
    const expired = `Bearer ${await issuer.token('olga', { scope: 'ops:erase' }, -3_600)}`;
    for (const authorization of [undefined, expired, `Bearer ${await issuer.forged('olga')}`]) {
      const answers = [
        await HttpJsonClient.of(agent).request('GET', PATH, undefined, { authorization }),
        await agent.client().post(callOf('GetExtendedAgentCard'), { authorization }),
      ];
      for (const { status, headers, text } of answers) {
        expect(status).toBe(401);
        expect(headers['www-authenticate']).toMatch(/^Bearer realm="/);
        expect(text).not.toMatch(/skills|supportedInterfaces|audit|erase|forecast/);
      }
    }
  });

  it('BC-32 (b) where it would show nobody more it is not configured, though it is declared', async () => {
    const bare = await start({ SKILL_GROUPS_OFF: 'back-office' });
    expect((await cardOf(bare)).capabilities.extendedAgentCard).toBe(true);
    for (const binding of bindingsOf(bare, ops))
      expect(await ask(binding)).toMatchObject({
        error: { reason: 'EXTENDED_AGENT_CARD_NOT_CONFIGURED' },
      });
    const { text } = await bare.client(ops).post(callOf('GetExtendedAgentCard'));
    expect(JSON.parse(text)).toMatchObject({ error: { code: -32007 } });
    expect(await HttpJsonClient.of(bare, ops).refusal('GET', PATH)).toMatchObject({ code: 400 });
  });

  it('BC-32 (a) where the card declares none it is not supported: the shipped agent', async () => {
    const shipped = await start({}, 'main');
    expect((await cardOf(shipped)).capabilities).not.toHaveProperty('extendedAgentCard');
    const { text } = await shipped.client(ops).post(callOf('GetExtendedAgentCard'));
    expect(JSON.parse(text)).toMatchObject({ error: { code: -32004 } });
    const { code, details } = await HttpJsonClient.of(shipped, ops).refusal('GET', PATH);
    expect([code, details[0]?.reason]).toEqual([400, 'UNSUPPORTED_OPERATION']);
  });

  it('BC-29 C10 without a skill for everybody the public card has an empty list, and the others theirs', async () => {
    const bare = await start({ SKILL_GROUPS_OFF: 'forecasts' });
    expect(await (await fetch(bare.cardUrl)).text()).toContain('"skills":[]');
    expect(skillsOn(await extendedOf(bindingsOf(bare, alice)[0]))).toEqual(['audit']);
  });

  it('SD-022 a skill that is not for the caller is answered as one that does not exist', async () => {
    const answer = (headers: Record<string, string>, skillId: string) =>
      agent.client(headers).ask<{ task: Task }>('SendMessage', { message: messageFor(skillId) });
    const { task } = (await answer(ops, 'erase')).result!;
    expect([task.status.state, artifactTexts(task)]).toEqual(['TASK_STATE_COMPLETED', ['Gone.']]);
    const hidden = JSON.stringify(await answer(alice, 'erase'));
    expect(hidden.replaceAll('erase', 'craze')).toBe(JSON.stringify(await answer(alice, 'craze')));
    expect(hidden).toContain('"error"');
  });

  it('a group that no skill is in stops the start, and those that are there are named', async () => {
    const refused = await AgentProcess.launch({
      program: 'card-agent',
      env: { DATASTORE_URL: database.url, SKILL_GROUPS_OFF: 'reviews' },
    });
    started.push(refused);
    expect(await refusalOf(refused)).toMatch(/group "reviews"\. Groups are: forecasts, back-office/);
  });
});
