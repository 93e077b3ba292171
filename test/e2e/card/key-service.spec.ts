import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AgentCard, TrustStore, verifyCard } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { type Binding, bindingsOf, type Outcome } from '../../support/bindings.js';
import { eventually } from '../../support/eventually.js';
import { HttpJsonClient } from '../../support/http-json-client.js';
import { callOf } from '../../support/json-rpc-client.js';
import { messageFor } from '../../support/messages.js';
import { createTestDatabase, type TestDatabase } from '../../support/postgres-server.js';
import { TokenIssuer } from '../../support/token-issuer.js';
import { KeyService, SAID } from './key-service.js';
import { refusalOf } from './refused-start.js';
import { cardOf, skillsOn } from './served-card.js';

const AUDIENCE = 'https://agent.example';

describe('an agent whose card is signed by a key service that fails', () => {
  let database: TestDatabase;
  let issuer: TokenIssuer;
  let service: KeyService;
  let trust: TrustStore;
  let agent: AgentProcess;
  let bindings: readonly [Binding, Binding];
  let authorization: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    issuer = await TokenIssuer.create(AUDIENCE);
    await issuer.open();
    authorization = `Bearer ${await issuer.token('alice')}`;
  });
  beforeEach(async () => {
    service = await KeyService.open();
    agent = await AgentProcess.start({
      program: 'card-agent',
      env: {
        DATASTORE_URL: database.url,
        OAUTH_ISSUER: issuer.issuer,
        OAUTH_AUDIENCE: AUDIENCE,
        KEY_SERVICE_URL: service.url,
      },
    });
    bindings = bindingsOf(agent, { authorization });
    const keys = await fetch(`${agent.url}/.well-known/jwks.json`);
    trust = await TrustStore.fromJwks(await keys.json());
    return async () => {
      await endAgents(agent);
      await service.close();
    };
  });
  afterAll(async () => {
    await issuer.close();
    await database.drop();
  });

  const ask = (binding: Binding): Promise<Outcome> => binding.call('GetExtendedAgentCard', {});
  const verdictOn = async (card: unknown) => (await verifyCard(card, { trust })).verdict;
  const publicCard = async () => {
    const answer = await fetch(agent.cardUrl);
    return { status: answer.status, etag: answer.headers.get('etag'), text: await answer.text() };
  };
  const expectExtended = async (binding: Binding): Promise<void> => {
    const outcome = await ask(binding);
    if (!('result' in outcome)) throw new Error(`No card: ${JSON.stringify(outcome)}`);
    expect(skillsOn(outcome.result as AgentCard)).toContain('audit');
    expect(await verdictOn(outcome.result)).toBe('valid');
  };
  const turn = (group: string, to: 'on' | 'off') =>
    fetch(`${agent.url}/groups/${group}/${to}`, { method: 'POST' });
  /** Nothing of what the service has said, nor where it is. */
  const expectNothingOfIt = (text: string): void => {
    expect(text).not.toMatch(/vault|4711|kept-elsewhere|signing key|sign\/|fetch failed|\bat .*:\d+/i);
    expect(text).not.toContain(new URL(service.url).port);
  };

  it.each([
    ['refuses', SAID],
    ['signs something else', 'does not verify with its public key'],
    ['hangs up', 'fetch failed'],
  ] as const)(
    'J-7 while it %s, who asks for the extended card gets an internal error that says nothing but a correlation id',
    async (conduct, why) => {
      const before = await publicCard();
      service.conduct = conduct;
      for (const binding of bindings) {
        const outcome = await ask(binding);
        expect(outcome).toEqual({
          error: {
            reason: 'INTERNAL',
            message: 'Internal error',
            code: expect.any(Number) as number,
            details: [],
          },
        });
      }
      const rpc = await agent.client({ authorization }).post(callOf('GetExtendedAgentCard'));
      const http = await HttpJsonClient.of(agent, { authorization }).request('GET', '/extendedAgentCard');
      expect(JSON.parse(rpc.text)).toMatchObject({ error: { code: -32603 } });
      expect(http.status).toBe(500);
      for (const { text, headers } of [rpc, http]) {
        expectNothingOfIt(text + JSON.stringify(headers));
        const [, id = ''] = /"correlationId":"([0-9a-f-]{36})"/.exec(text) ?? [];
        const line = await eventually('the log has it', () =>
          agent.log.split('\n').find((one) => id !== '' && one.includes(id)),
        );
        expect(line).toContain(why);
      }
      expect(await publicCard()).toEqual(before);
      const has = await fetch(agent.cardUrl, { headers: { 'if-none-match': before.etag! } });
      expect(has.status).toBe(304);

      service.conduct = 'signs';
      for (const binding of bindings) await expectExtended(binding);
      expect(await publicCard()).toEqual(before);
    },
  );

  it('a card that many want at the same time fails for each of them, and is signed once when it can be', async () => {
    const { asked } = service;
    service.conduct = 'refuses';
    const failed = await Promise.all([...bindings, ...bindings].map(ask));
    expect(failed.map((outcome) => 'error' in outcome)).toEqual([true, true, true, true]);
    service.conduct = 'signs';
    await expectExtended(bindings[0]);
    const needed = service.asked;
    expect(needed).toBeGreaterThan(asked);
    await Promise.all([...bindings, ...bindings].map(expectExtended));
    expect(service.asked).toBe(needed);
  });

  it('a card that is signed already is served on while it fails', async () => {
    await expectExtended(bindings[0]);
    service.conduct = 'refuses';
    for (const binding of bindings) await expectExtended(binding);
  });

  it('a group that is turned while it fails: the operator is told, the card stays, and the next try shows it', async () => {
    const before = await publicCard();
    expect(skillsOn(JSON.parse(before.text) as AgentCard)).toEqual(['forecast']);
    service.conduct = 'refuses';
    const failed = await turn('forecasts', 'off');
    expect(failed.status).toBe(500);
    expectNothingOfIt(await failed.text());
    await eventually('the log says why', () => agent.log.includes(SAID));
    expect(await publicCard()).toEqual(before);
    expect(await verdictOn(await cardOf(agent))).toBe('valid');

    // What is off takes no task, whatever the card still shows.
    const refused = await bindings[0].call('SendMessage', { message: messageFor('forecast') });
    expect(refused).toMatchObject({ error: { reason: 'INVALID_PARAMS' } });

    service.conduct = 'signs';
    expect((await turn('forecasts', 'off')).status).toBe(204);
    const without = await cardOf(agent);
    expect([skillsOn(without), await verdictOn(without)]).toEqual([[], 'valid']);
    expect((await publicCard()).etag).not.toBe(before.etag);
    for (const binding of bindings) await expectExtended(binding);
  });

  it('a group that is turned back while it fails: the card is signed already, and is there at once', async () => {
    const before = await publicCard();
    await turn('forecasts', 'off');
    service.conduct = 'refuses';
    expect((await turn('forecasts', 'on')).status).toBe(204);
    expect(await publicCard()).toEqual(before);
  });

  it('a group of skills that everybody does not see changes the extended card at its next try', async () => {
    await expectExtended(bindings[0]);
    const before = await publicCard();
    service.conduct = 'refuses';
    expect((await turn('forecasts', 'off')).status).toBe(500);
    expect(await ask(bindings[1])).toMatchObject({ error: { reason: 'INTERNAL' } });
    service.conduct = 'signs';
    await expectExtended(bindings[1]);
    // Its own try it was; the public card waits for the operator's.
    expect(await publicCard()).toEqual(before);
  });

  it('an agent that can not have it at its start does not start, and says why', async () => {
    service.conduct = 'refuses';
    const refused = await AgentProcess.launch({
      program: 'card-agent',
      env: { DATASTORE_URL: database.url, KEY_SERVICE_URL: service.url },
    });
    try {
      expect(await refusalOf(refused)).toContain(SAID);
    } finally {
      await endAgents(refused);
    }
  });

  it('an agent that can not sign its card takes no turns before it ends', async () => {
    const refused = await AgentProcess.launch({
      program: 'main',
      env: { DATASTORE_URL: database.url, CARD_SIGNING_KEYS: '/nowhere/card-key.json' },
    });
    try {
      const said = await refusalOf(refused);
      expect(said).toContain('/nowhere/card-key.json can not be read');
      expect(said).not.toContain('Working on');
    } finally {
      await endAgents(refused);
    }
  });
});
