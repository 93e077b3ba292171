import { Global, type INestApplication, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentInterfaces } from '../card/content/agent-interfaces.js';
import { CardModule } from '../card/card.module.js';
import { A2A_OPTIONS, type A2AOptions } from '../options/a2a-options.js';
import { OpenApiModule } from './openapi.module.js';

const OPTIONS: A2AOptions = {
  agent: { name: 'Dice Agent', description: 'Rolls dice.', version: '1.0.0' },
  publicUrl: 'https://agent.example.com/dice',
  role: 'all',
  datastore: { dataDir: '.data' },
};
const PATHS = ['/docs', '/docs/openapi.json', '/schemas/a2a-1.0.json'];

async function start(overrides: Partial<A2AOptions> = {}): Promise<INestApplication> {
  const options = { ...OPTIONS, ...overrides };

  @Global()
  @Module({ providers: [{ provide: A2A_OPTIONS, useValue: options }], exports: [A2A_OPTIONS] })
  class OptionsModule {}

  @Module({ imports: [OptionsModule, CardModule, OpenApiModule] })
  class AgentModule {
    constructor(interfaces: AgentInterfaces) {
      interfaces.announce('/a2a/v1', 'HTTP+JSON');
    }
  }
  const app = await NestFactory.create(AgentModule, {
    bodyParser: false,
    logger: false,
    abortOnError: false,
  });
  await app.listen(0, '127.0.0.1');
  return app;
}

/** What an agent with these options answers to a GET of a path. */
async function answerOf(overrides: Partial<A2AOptions>, path: string): Promise<Response> {
  const app = await start(overrides);
  try {
    const answer = await fetch((await app.getUrl()) + path);
    return new Response(await answer.text(), answer);
  } finally {
    await app.close();
  }
}

describe('the documentation', () => {
  let app: INestApplication;
  let url: string;

  beforeAll(async () => {
    app = await start();
    url = await app.getUrl();
  });

  afterAll(() => app.close());

  it('serves the OpenAPI document with the public address', async () => {
    const answer = await fetch(`${url}/docs/openapi.json`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.json()).toMatchObject({
      openapi: '3.1.1',
      info: { title: 'Dice Agent', version: '1.0.0' },
      servers: [{ url: 'https://agent.example.com/dice/a2a/v1' }],
    });
  });

  it('serves the JSON Schemas under the public address', async () => {
    expect(await (await fetch(`${url}/schemas/a2a-1.0.json`)).json()).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'https://agent.example.com/dice/schemas/a2a-1.0.json',
      $defs: { Task: { type: 'object' }, AgentCard: { type: 'object' } },
    });
  });

  it('serves the page with a policy that lets nothing be loaded', async () => {
    const answer = await fetch(`${url}/docs`);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await answer.text()).toContain('<h1>Dice Agent</h1>');
  });

  it('sends the page with a slash to the one without, where relative links are right', async () => {
    const answer = await fetch(`${url}/docs/`, { redirect: 'manual' });
    expect(answer.status).toBe(308);
    expect(new URL(answer.headers.get('location') ?? '', `${url}/docs/`).href).toBe(`${url}/docs`);
  });

  it.each(PATHS)('%s can be kept, and asked for again by its tag', async (path) => {
    const first = await fetch(url + path);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    expect(first.headers.get('cache-control')).toBe('public, max-age=300');
    expect(first.headers.get('x-content-type-options')).toBe('nosniff');
    const again = await fetch(url + path, { headers: { 'if-none-match': `W/${etag}` } });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    const other = await fetch(url + path, { headers: { 'if-none-match': '"other"' } });
    expect(other.status).toBe(200);
  });

  it.each(PATHS)('%s answers HEAD like GET, without a body', async (path) => {
    const [get, head] = [await fetch(url + path), await fetch(url + path, { method: 'HEAD' })];
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of ['etag', 'content-type', 'content-length']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
  });

  it.each(PATHS.flatMap((path) => ['POST', 'PUT', 'DELETE'].map((verb) => [verb, path] as const)))(
    'refuses %s %s in JSON',
    async (method, path) => {
      const answer = await fetch(url + path, { method, body: method === 'DELETE' ? undefined : 'x' });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(await answer.json()).toMatchObject({ error: { code: 405, status: 'UNIMPLEMENTED' } });
    },
  );
});

describe('the documentation as the options say', () => {
  it.each(PATHS)('docs: false leaves nothing at %s', async (path) => {
    const answer = await answerOf({ docs: false }, path);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: 404, status: 'NOT_FOUND' } });
  });

  it.each(PATHS)('docs: authenticated asks for a token at %s', async (path) => {
    const oauth = { issuer: 'http://127.0.0.1:1', audience: 'agent' };
    const answer = await answerOf({ docs: 'authenticated', oauth }, path);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('Bearer realm=');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({ error: { code: 401, status: 'UNAUTHENTICATED' } });
  });

  it('docs: authenticated is not kept for others', async () => {
    const answer = await answerOf({ docs: 'authenticated' }, '/docs');
    expect(answer.headers.get('cache-control')).toBe('private, max-age=300');
    expect(answer.headers.get('vary')).toBe('Authorization');
  });

  it('SD-014 an agent that asks for tokens says so, and shows its documentation all the same', async () => {
    const oauth = { issuer: 'https://login.example.com', audience: 'agent' };
    const document = await (await answerOf({ oauth }, '/docs/openapi.json')).json();
    expect(document).toMatchObject({
      security: [{ bearer: [] }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    });
  });

  it('a worker makes none', async () => {
    expect((await answerOf({ role: 'worker' }, '/docs')).status).toBe(404);
  });
});
