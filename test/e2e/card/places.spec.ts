import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { rawRequest } from '../../support/raw-request.js';
import { cardOf, CARD_PATH, NO_DATASTORE, OLD_PATH } from './served-card.js';

describe('where the card of the shipped agent is', () => {
  let agent: AgentProcess;
  let card: string;

  beforeAll(async () => {
    agent = await AgentProcess.start({ program: 'main', env: NO_DATASTORE });
    card = JSON.stringify(await cardOf(agent));
  });
  afterAll(() => endAgents(agent));

  const ask = (verb: string, target: string) => rawRequest(agent.url, [`${verb} ${target} HTTP/1.1`]);

  it('SD-001 is at its path, as JSON', async () => {
    const { status, headers, body } = await ask('GET', CARD_PATH);
    expect([status, headers['content-type'], headers.location]).toEqual([
      200,
      'application/json; charset=utf-8',
      undefined,
    ]);
    expect(body).toBe(card);
  });

  it.each([`${CARD_PATH}?v=1`, `${CARD_PATH}?`, `http://agent.example${CARD_PATH}`])(
    'SD-001 is there also for who asks for %s',
    async (target) => {
      const { status, body } = await ask('GET', target);
      expect([status, body]).toEqual([200, card]);
    },
  );

  it.each([
    [`${CARD_PATH}/`, CARD_PATH],
    [`${CARD_PATH}/?x=1`, `${CARD_PATH}?x=1`],
    ['/.Well-Known/Agent-Card.json', CARD_PATH],
  ])('SD-001 %s is no second card, and leads to the one', async (target, place) => {
    for (const verb of ['GET', 'HEAD']) {
      const { status, headers, body } = await ask(verb, target);
      expect([status, headers.location, body]).toEqual([308, place, '']);
    }
  });

  it.each([
    `/a2a/jsonrpc${CARD_PATH}`,
    `/a2a/v1${CARD_PATH}`,
    `/a2a/v1${OLD_PATH}`,
    `/${CARD_PATH}`,
    `${CARD_PATH}/x`,
    '/.well-known/agent%2Dcard.json',
    '/agent-card.json',
    '/agent.json',
    '/.well-known/',
    '/',
  ])('SD-001 is nowhere else: %s is 404', async (target) => {
    const { status, headers, body } = await ask('GET', target);
    expect(status).toBe(404);
    expect(headers['content-type']).toMatch(/^application\/(a2a\+)?json/);
    expect(body).not.toContain('supportedInterfaces');
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('SD-001 is to be read only: %s', async (verb) => {
    for (const path of [CARD_PATH, OLD_PATH]) {
      const { status, body } = await rawRequest(agent.url, [`${verb} ${path} HTTP/1.1`, 'Content-Length: 0']);
      expect([404, 405]).toContain(status);
      expect(body).not.toContain('supportedInterfaces');
    }
  });

  it.each(['GET', 'HEAD'])('SD-003 the old path is a 308 to it: %s', async (verb) => {
    for (const query of [
      '',
      '?',
      '?x=1&y=%2F',
      '?next=//evil.example/',
      '?%0d%0aset-cookie:%20a=b',
      '?a?b#c',
    ]) {
      const { status, headers, body } = await ask(verb, OLD_PATH + query);
      expect([query, status, headers.location]).toEqual([query, 308, CARD_PATH + query]);
      expect([body, headers['content-length']]).toEqual(['', '0']);
      expect(headers).not.toHaveProperty('set-cookie');
    }
  });

  it.each(['GET', 'HEAD'])('SD-003 who follows comes to the card: %s', async (verb) => {
    const { headers } = await ask(verb, `${OLD_PATH}?x=1`);
    const there = await ask(verb, headers.location!);
    const direct = await ask(verb, CARD_PATH);
    expect([there.status, there.headers.etag, there.body]).toEqual([200, direct.headers.etag, direct.body]);
    expect(there.body).toBe(verb === 'GET' ? card : '');
  });

  it('SD-003 leads to no other host, whatever the request names', async () => {
    for (const target of [`http://evil.example${OLD_PATH}`, `HTTPS://evil.example${OLD_PATH}?x=1`]) {
      const { status, headers } = await ask('GET', target);
      expect([status, headers.location]).toEqual([308, CARD_PATH + new URL(target).search]);
    }
    expect((await ask('GET', `//evil.example${OLD_PATH}`)).status).toBe(404);
  });

  it.each([`${OLD_PATH}/`, '/.well-known/AGENT.json'])('SD-003 %s ends at the card too', async (path) => {
    const answer = await fetch(agent.url + path);
    expect([answer.status, new URL(answer.url).pathname]).toEqual([200, CARD_PATH]);
  });

  it('SD-003 a query in bytes that are no ASCII does it no harm', async () => {
    const { status } = await ask('GET', `${OLD_PATH}?x=掷骰子`);
    expect([308, 400]).toContain(status);
    expect((await ask('GET', CARD_PATH)).status).toBe(200);
  });
});
