import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { rawRequest } from '../../support/raw-request.js';
import { refusalOf } from './refused-start.js';
import { cardOf, CARD_PATH, NO_DATASTORE, OLD_PATH } from './served-card.js';

const FORGED = [
  'X-Forwarded-Host: evil.example',
  'X-Forwarded-Proto: http',
  'X-Forwarded-Port: 666',
  'X-Forwarded-Prefix: /evil',
  'X-Original-URL: /evil',
  'X-Real-IP: 127.0.0.1',
  'Forwarded: for=127.0.0.1;host=evil.example;proto=http',
  'Via: 1.1 evil.example',
];

describe('the address on the card of the shipped agent', () => {
  const started: AgentProcess[] = [];
  let agent: AgentProcess;

  beforeAll(async () => {
    agent = await start({ PUBLIC_URL: 'https://agent.example.com/' });
  });
  afterAll(() => endAgents(...started));

  const launch = async (env: Record<string, string>) => {
    const launched = await AgentProcess.launch({ program: 'main', env: { ...NO_DATASTORE, ...env } });
    started.push(launched);
    return launched;
  };
  const start = async (env: Record<string, string>) => {
    const launched = await launch(env);
    await launched.serves(CARD_PATH);
    return launched;
  };

  it('BC-31 is the one that was configured, not the one that the process listens on', async () => {
    const { supportedInterfaces } = await cardOf(agent);
    expect(supportedInterfaces.map(({ url }) => url)).toEqual([
      'https://agent.example.com/a2a/jsonrpc',
      'https://agent.example.com/a2a/v1',
    ]);
    expect(await (await fetch(agent.cardUrl)).text()).not.toMatch(/localhost|127\.0\.0\.1|http:/);
  });

  it('BC-31 SD-024 is the same byte for byte behind a proxy, and whatever a caller forges', async () => {
    const asked = ['X-Forwarded-Proto: https', 'X-Forwarded-Host: agent.example.com'];
    const plain = await rawRequest(agent.url, [`GET ${CARD_PATH} HTTP/1.1`]);
    for (const lines of [asked, FORGED, [...asked, ...FORGED]]) {
      const { status, headers, body } = await rawRequest(agent.url, [`GET ${CARD_PATH} HTTP/1.1`, ...lines]);
      expect([status, headers.etag, body]).toEqual([200, plain.headers.etag, plain.body]);
      const old = await rawRequest(agent.url, [`GET ${OLD_PATH} HTTP/1.1`, ...lines]);
      expect([old.status, old.headers.location]).toEqual([308, CARD_PATH]);
    }
  });

  it.each([
    ['http://10.0.0.5', 'internal-address'],
    ['https://agent.internal', 'internal-address'],
    ['https://printer.local/a', 'internal-address'],
    ['https://[fd00::1]', 'internal-address'],
    ['http://agent.example.com', 'plain-http'],
  ])('SD-022 %s keeps it from starting (%s)', async (PUBLIC_URL, rule) => {
    const log = await refusalOf(await launch({ PUBLIC_URL }));
    for (const index of [0, 1])
      expect(log).toMatch(new RegExp(`/supportedInterfaces/${index}/url .*\\(${rule}\\)`));
    expect(log).not.toMatch(/^\s+at /m);
  });

  it('SD-022 callers in the same network may have it: CARD_REACH=internal', async () => {
    const inside = await start({ PUBLIC_URL: 'http://10.0.0.5', CARD_REACH: 'internal' });
    expect((await cardOf(inside)).supportedInterfaces[0]?.url).toBe('http://10.0.0.5/a2a/jsonrpc');
  });

  it('SD-022 production that was not told its address does not start', async () => {
    expect(await refusalOf(await launch({ NODE_ENV: 'production' }))).toMatch(
      /\/supportedInterfaces\/0\/url .*\(internal-address\)/,
    );
  });

  it('SD-020 an address with a password is refused, and the password not told', async () => {
    const PUBLIC_URL = 'https://user:hunter2hunter2@agent.example.com';
    const log = await refusalOf(await launch({ PUBLIC_URL }));
    expect(log).toContain('set PUBLIC_URL=');
    expect(log).not.toContain('hunter2');
  });
});
