import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { ownPort } from '../../support/own-port.js';
import { rawRequest } from '../../support/raw-request.js';
import { CARD_PATH, NO_DATASTORE } from './served-card.js';

describe('what callers keep of the card', () => {
  let agent: AgentProcess;
  let publicUrl: string;
  let etag: string;
  let lastModified: string;

  beforeAll(async () => {
    publicUrl = `http://127.0.0.1:${await ownPort()}`;
    agent = await start();
    const { headers } = await ask();
    etag = headers.etag!;
    lastModified = headers['last-modified']!;
  });
  afterAll(() => endAgents(agent));

  const start = (env: Record<string, string> = {}) =>
    AgentProcess.start({ program: 'card-agent', env: { ...NO_DATASTORE, PUBLIC_URL: publicUrl, ...env } });
  const ask = (headers: readonly string[] = [], verb = 'GET', { url } = agent) =>
    rawRequest(url, [`${verb} ${CARD_PATH} HTTP/1.1`, ...headers]);
  /** Asks an agent that lives no longer than that. */
  const askNew = async (env: Record<string, string> = {}) => {
    const other = await start(env);
    try {
      return await ask([], 'GET', other);
    } finally {
      await endAgents(other);
    }
  };

  it('BC-27 SD-025 it says how long it may be kept, with a strong tag and the time that it was made', async () => {
    const { status, headers } = await ask();
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=3600');
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    expect(new Date(lastModified).toUTCString()).toBe(lastModified);
    expect(Date.parse(lastModified)).toBeLessThanOrEqual(Date.now());
    expect(headers).not.toHaveProperty('set-cookie');
    expect(headers).not.toHaveProperty('vary');
  });

  it('SD-025 for as long as CARD_MAX_AGE says', async () => {
    expect((await askNew({ CARD_MAX_AGE: '60' })).headers['cache-control']).toBe('public, max-age=60');
    expect((await askNew({ CARD_MAX_AGE: '0' })).headers['cache-control']).toBe('public, max-age=0');
  });

  it.each<[string, () => string[]]>([
    ['the tag', () => [`If-None-Match: ${etag}`]],
    ['a list with its weak form', () => [`If-None-Match: "zzz", W/${etag}`]],
    ['a list without spaces', () => [`If-None-Match: "a,b",${etag}`]],
    ['a star', () => ['If-None-Match: *']],
    ['the tag and no-cache', () => [`If-None-Match: ${etag}`, 'Cache-Control: no-cache']],
    ['the tag and no-cache of old', () => [`If-None-Match: ${etag}`, 'Pragma: no-cache']],
    ['two headers', () => ['If-None-Match: "zzz"', `If-None-Match: ${etag}`]],
    ['the tag and a time before', () => [`If-None-Match: ${etag}`, `If-Modified-Since: ${timeBefore()}`]],
    ['the time alone', () => [`If-Modified-Since: ${lastModified}`]],
  ])('BC-28 SD-027 answers 304 to %s, with the same headers for GET and HEAD', async (_what, headers) => {
    for (const verb of ['GET', 'HEAD']) {
      const answer = await ask(headers(), verb);
      expect([answer.status, answer.body]).toEqual([304, '']);
      expect(answer.headers).toMatchObject({
        etag,
        'cache-control': 'public, max-age=3600',
        'last-modified': lastModified,
      });
      expect(answer.headers).not.toHaveProperty('content-type');
    }
  });

  it.each<[string, () => string[]]>([
    ['another tag', () => ['If-None-Match: "zzz"']],
    ['a part of the tag', () => [`If-None-Match: ${etag.slice(0, -2)}"`]],
    ['the tag without quotes', () => [`If-None-Match: ${etag.replaceAll('"', '')}`]],
    ['the version', () => ['If-None-Match: 1.0.0']],
    ['a star in quotes', () => ['If-None-Match: "*"']],
    ['an empty list', () => ['If-None-Match:']],
    ['another tag at the right time', () => ['If-None-Match: "zzz"', `If-Modified-Since: ${lastModified}`]],
    ['an earlier time', () => [`If-Modified-Since: ${timeBefore()}`]],
    ['a time that is none', () => ['If-Modified-Since: soon']],
  ])('BC-28 SD-027 sends the card to who has %s', async (_what, headers) => {
    const { status, body } = await ask(headers());
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ name: 'nest-a2a example agent' });
  });

  it('BC-28 HEAD has the headers of GET, and no body', async () => {
    const [get, head] = [await ask(), await ask([], 'HEAD')];
    const { date: _, ...headers } = get.headers;
    expect(head).toMatchObject({ status: 200, headers, body: '' });
    expect(headers['content-length']).toBe(`${Buffer.byteLength(get.body)}`);
  });

  it('SD-026 has the same tag after a restart, and in a process beside it', async () => {
    // A second later, so that no time of the start can be in it.
    await delay(1_100);
    const { headers, body } = await askNew();
    expect(headers.etag).toBe(etag);
    expect(body).toBe((await ask()).body);
    expect(headers['last-modified']).not.toBe(lastModified);
  });

  it('SD-026 has another tag when a tag of a skill, or the address, is another', async () => {
    const tags = [
      (await askNew({ FORECAST_TAG: '气象' })).headers.etag,
      (await askNew({ PUBLIC_URL: 'http://127.0.0.1:9' })).headers.etag,
      etag,
    ];
    expect(new Set(tags).size).toBe(3);
  });

  it('SD-026 has another tag while a group is off, and its own again when it is on', async () => {
    const turn = (to: string) => fetch(`${agent.url}/groups/forecasts/${to}`, { method: 'POST' });
    await turn('off');
    const without = await ask([`If-None-Match: ${etag}`]);
    expect([without.status, without.headers.etag === etag]).toEqual([200, false]);
    expect(without.body).not.toContain('forecast');
    await turn('on');
    expect((await ask([`If-None-Match: ${etag}`])).status).toBe(304);
    expect((await ask([`If-None-Match: ${without.headers.etag}`])).status).toBe(200);
  });

  it('SD-027 who has only the time gets the card that has come back, though it is an earlier one', async () => {
    const turn = async (to: string) => {
      // Times are told in seconds.
      await delay(1_100);
      await fetch(`${agent.url}/groups/forecasts/${to}`, { method: 'POST' });
    };
    await turn('off');
    const without = await ask();
    await turn('on');
    const since = [`If-Modified-Since: ${without.headers['last-modified']}`];
    const { status, body } = await ask(since);
    expect([status, body.includes('forecast')]).toEqual([200, true]);
  });

  const timeBefore = () => new Date(Date.parse(lastModified) - 1_000).toUTCString();
});
