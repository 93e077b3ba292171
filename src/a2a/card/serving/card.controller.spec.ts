import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { INestApplication } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROGRESS_EXTENSION, SKILL_EXTENSION } from '../../protocol/extensions.js';
import { cardFixture } from '../lint/testing/card-fixtures.js';
import { OPTIONS, ROLL_DICE, start } from '../testing/card-agent.js';
import { CARD_PATH } from './card.controller.js';

describe('the Agent Card', () => {
  let app: INestApplication;
  let url: string;
  let etag: string;

  beforeAll(async () => {
    app = await start(OPTIONS, ['/']);
    url = (await app.getUrl()) + CARD_PATH;
    etag = (await fetch(url)).headers.get('etag') ?? '';
  });

  afterAll(() => app.close());

  it('A-1 A-4 SD says of the Dice Agent what seed 000 says', async () => {
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toEqual({
      name: 'Dice Agent',
      description: OPTIONS.agent.description,
      version: '1.0.0',
      supportedInterfaces: [
        { url: 'http://localhost:9999/', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      ],
      capabilities: {
        streaming: true,
        extensions: [
          { uri: PROGRESS_EXTENSION, description: expect.any(String) },
          { uri: SKILL_EXTENSION, description: expect.any(String) },
        ],
      },
      defaultInputModes: ['text/plain'],
      defaultOutputModes: ['text/plain'],
      skills: [ROLL_DICE],
    });
  });

  it('A-9 BC-27 can be kept: max-age and a strong tag', async () => {
    const { headers } = await fetch(url);
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
    expect(headers.get('etag')).toMatch(/^"[\w-]{43}"$/);
    expect((await fetch(url)).headers.get('etag')).toBe(headers.get('etag'));
  });

  it.each([
    ['the tag', (tag: string) => tag],
    ['a list that holds it', (tag: string) => `"zzz", ${tag}`],
    ['its weak form in a list', (tag: string) => `"zzz", W/${tag}`],
    ['a star', () => '*'],
  ])('BC-28 answers 304 to %s, although fetch asks for no-cache', async (_name, header) => {
    const response = await fetch(url, {
      headers: { 'if-none-match': header(etag), 'cache-control': 'no-cache' },
    });
    expect(response.status).toBe(304);
    expect(response.headers.get('etag')).toBe(etag);
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(await response.text()).toBe('');
  });

  it.each(['"zzz"', 'zzz', '', '""', '"*"'])('BC-28 answers 200 to If-None-Match %j', async (header) => {
    expect((await fetch(url, { headers: { 'if-none-match': header } })).status).toBe(200);
  });

  it('BC-28 HEAD gives the same headers and no body', async () => {
    const get = await fetch(url);
    const head = await fetch(url, { method: 'HEAD' });
    expect(head.status).toBe(200);
    for (const name of ['etag', 'cache-control', 'content-type', 'content-length']) {
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
    }
    expect(get.headers.get('content-length')).toBe(String((await get.arrayBuffer()).byteLength));
    expect(await head.text()).toBe('');
  });

  it('BC-30 A-6 declares bearer tokens in the shape of 1.0', async () => {
    const secured = await start(
      { ...OPTIONS, oauth: { issuer: 'https://login.example', audience: 'dice' } },
      ['/a2a/jsonrpc'],
    );
    const card: unknown = await (await fetch((await secured.getUrl()) + CARD_PATH)).json();
    await secured.close();
    expect(card).toMatchObject({
      supportedInterfaces: [{ url: 'http://localhost:9999/a2a/jsonrpc' }],
      securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer', bearerFormat: 'JWT' } } },
      securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    });
  });

  it('A-5 an agent without an interface does not start', async () => {
    await expect(start(OPTIONS, [])).rejects.toThrow('Import a transport');
  });

  it('SD-017 C6 the card of the Dice Agent is that of seed 000, member for member', async () => {
    const dice = await start({ ...OPTIONS, card: { ownExtensions: false } }, ['/']);
    const card: unknown = await (await fetch((await dice.getUrl()) + CARD_PATH)).json();
    await dice.close();
    expect(card).toEqual(cardFixture('dice-agent'));
  });

  it('SD-025 says how long it may be kept, as the options say', async () => {
    const brief = await start({ ...OPTIONS, card: { maxAgeSeconds: 60 } }, ['/']);
    const { headers } = await fetch((await brief.getUrl()) + CARD_PATH);
    await brief.close();
    expect(headers.get('cache-control')).toBe('public, max-age=60');
  });

  it('SD-026 SD-019 has the same tag after a restart, and another one for another card', async () => {
    const again = await start(OPTIONS, ['/']);
    const renamed = await start({ ...OPTIONS, agent: { ...OPTIONS.agent, name: '骰子' } }, ['/']);
    const tags = await Promise.all(
      [again, renamed].map(async (one) =>
        (await fetch((await one.getUrl()) + CARD_PATH)).headers.get('etag'),
      ),
    );
    await Promise.all([again.close(), renamed.close()]);
    expect(tags[0]).toBe(etag);
    expect(tags[1]).not.toBe(etag);
  });

  it('SD-027 A-9 answers 304 to who gives back its time, and only without a tag', async () => {
    const made = (await fetch(url)).headers.get('last-modified') ?? '';
    expect(new Date(made).toUTCString()).toBe(made);
    const [before, after] = [-1_000, 1_000].map((ms) => new Date(Date.parse(made) + ms).toUTCString());
    const statusFor = async (headers: Record<string, string>) => (await fetch(url, { headers })).status;
    expect(await statusFor({ 'if-modified-since': made })).toBe(304);
    expect(await statusFor({ 'if-modified-since': before! })).toBe(200);
    // It may be that of other content, which another process shows.
    expect(await statusFor({ 'if-modified-since': after! })).toBe(200);
    expect(await statusFor({ 'if-modified-since': 'yesterday' })).toBe(200);
    expect(await statusFor({ 'if-modified-since': made, 'if-none-match': '"zzz"' })).toBe(200);
  });

  it.each(['GET', 'HEAD'])('SD-003 leads clients of old to it, query kept: %s', async (method) => {
    const { origin } = new URL(url);
    const response = await fetch(`${origin}/.well-known/agent.json?x=1&y=%2F`, {
      method,
      redirect: 'manual',
    });
    expect(response.status).toBe(308);
    expect(response.headers.get('location')).toBe(`${CARD_PATH}?x=1&y=%2F`);
    expect(await response.text()).toBe('');
    const followed = await fetch(`${origin}/.well-known/agent.json`, { method });
    expect([followed.status, followed.headers.get('etag')]).toEqual([200, etag]);
  });

  it.each([`${CARD_PATH}/`, '/.Well-Known/Agent-Card.json'])(
    'SD-001 is at one path only: %s',
    async (path) => {
      const response = await fetch(new URL(path, url), { redirect: 'manual' });
      expect([response.status, response.headers.get('location')]).toEqual([308, CARD_PATH]);
    },
  );

  it('SD-001 is found through a proxy that sends the whole address', async () => {
    const { hostname, port } = new URL(url);
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ host: hostname, port, path: url }, resolve).on('error', reject).end();
    });
    incoming.resume();
    expect([incoming.statusCode, incoming.headers.etag]).toEqual([200, etag]);
  });

  it('BC-31 shows the address that was configured, whatever a request says', async () => {
    const { hostname, port } = new URL(url);
    const forged = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example;proto=https',
    };
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ host: hostname, port, path: CARD_PATH, headers: forged }, resolve).on('error', reject).end();
    });
    expect(await text(incoming)).not.toContain('evil');
    expect(incoming.headers.etag).toBe(etag);
  });
});
