import { Global, type INestApplication, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { A2A_OPTIONS, type A2AOptions } from '../options/a2a-options.js';
import { PROGRESS_EXTENSION, SKILL_EXTENSION } from '../protocol/extensions.js';
import { Skill } from '../skills/face/index.js';
import { AgentInterfaces } from './agent-interfaces.js';
import { CARD_PATH } from './card.controller.js';
import { CardModule } from './card.module.js';

/** The Dice Agent of seed 000. */
const OPTIONS: A2AOptions = {
  agent: {
    name: 'Dice Agent',
    description: "一个会掷骰子的极简 A2A Agent,输入如 '2d6' 即掷 2 个 6 面骰。",
    version: '1.0.0',
  },
  publicUrl: 'http://localhost:9999',
  role: 'all',
  datastore: { dataDir: '.data' },
};

const ROLL_DICE = {
  id: 'roll_dice',
  name: '掷骰子',
  description: '按 NdM 格式掷 N 个 M 面骰子并返回结果',
  tags: ['dice', 'game'],
  examples: ['roll 2d6', '掷 3d20'],
};

@Injectable()
class DiceSkills {
  @Skill({ ...ROLL_DICE, run: 'inline' })
  roll(): string {
    return '1';
  }
}

async function start(options: A2AOptions, announced: string[]): Promise<INestApplication> {
  @Global()
  @Module({ providers: [{ provide: A2A_OPTIONS, useValue: options }], exports: [A2A_OPTIONS] })
  class OptionsModule {}

  @Module({ imports: [OptionsModule, CardModule], providers: [DiceSkills] })
  class AgentModule {
    constructor(interfaces: AgentInterfaces) {
      announced.forEach((path) => interfaces.announce(path, 'JSONRPC'));
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
});
