import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { Global, type INestApplication, Injectable, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANONYMOUS } from '../../identity/principal.js';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import type { CardOptions } from '../../options/card-options.js';
import type { AgentCard } from '../../protocol/index.js';
import { PROGRESS_EXTENSION, SKILL_EXTENSION } from '../../protocol/extensions.js';
import { Skill } from '../../skills/face/index.js';
import { SkillGroups } from '../../skills/skill-groups.service.js';
import { AgentInterfaces } from '../content/agent-interfaces.js';
import { cardFixture } from '../lint/testing/card-fixtures.js';
import { CARD_PATH } from './card.controller.js';
import { CardDocuments } from './card-documents.service.js';
import type { CardView } from './card-view.js';
import { CardModule } from '../card.module.js';

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

const REVIEW = {
  id: 'review',
  name: 'Review',
  description: 'Reviews.',
  tags: ['code'],
  examples: ['review it'],
};
const OAUTH = { issuer: 'https://login.example', audience: 'dice' };

@Injectable()
class DiceSkills {
  @Skill({ ...ROLL_DICE, run: 'inline' })
  roll(): string {
    return '1';
  }
}

@Injectable()
class ReviewSkills {
  @Skill({ ...REVIEW, run: 'inline', group: 'reviews', visibility: 'authenticated' })
  review(): string {
    return 'fine';
  }
}

/** @param announced the paths of JSON-RPC interfaces @param skills beside none the providers of skills */
async function start(
  options: A2AOptions,
  announced: string[],
  skills: Type[] = [DiceSkills],
): Promise<INestApplication> {
  @Global()
  @Module({ providers: [{ provide: A2A_OPTIONS, useValue: options }], exports: [A2A_OPTIONS] })
  class OptionsModule {}

  @Module({ imports: [OptionsModule, CardModule], providers: skills })
  class AgentModule {
    constructor(interfaces: AgentInterfaces) {
      announced.forEach((path) => interfaces.announce(path, path === '/a2a/v1' ? 'HTTP+JSON' : 'JSONRPC'));
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

  it('SD-027 A-9 answers 304 to who has it since it was made, and only without a tag', async () => {
    const made = (await fetch(url)).headers.get('last-modified') ?? '';
    expect(new Date(made).toUTCString()).toBe(made);
    const before = new Date(Date.parse(made) - 1_000).toUTCString();
    const statusFor = async (headers: Record<string, string>) => (await fetch(url, { headers })).status;
    expect(await statusFor({ 'if-modified-since': made })).toBe(304);
    expect(await statusFor({ 'if-modified-since': before })).toBe(200);
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

  describe('SD-005 the order of interfaces', () => {
    const bindingsWith = async (interfaces: CardOptions['interfaces']) => {
      const agent = await start({ ...OPTIONS, card: { interfaces } }, ['/a2a/jsonrpc', '/a2a/v1']);
      const card = (await (await fetch((await agent.getUrl()) + CARD_PATH)).json()) as AgentCard;
      await agent.close();
      return card.supportedInterfaces.map(({ protocolBinding }) => protocolBinding);
    };

    it('is the one that was chosen, and those that were not chosen follow', async () => {
      expect(await bindingsWith(undefined)).toEqual(['JSONRPC', 'HTTP+JSON']);
      expect(await bindingsWith(['HTTP+JSON'])).toEqual(['HTTP+JSON', 'JSONRPC']);
    });

    it('names none that is not mounted, and none twice', async () => {
      const interfaces = ['HTTP+JSON'] as const;
      await expect(start({ ...OPTIONS, card: { interfaces } }, ['/'])).rejects.toThrow(
        /HTTP\+JSON.*not mounted/,
      );
      await expect(
        start({ ...OPTIONS, card: { interfaces: ['JSONRPC', 'JSONRPC'] } }, ['/']),
      ).rejects.toThrow('twice');
    });
  });

  describe('what is not for everybody', () => {
    const secured: A2AOptions = {
      ...OPTIONS,
      oauth: OAUTH,
      card: { interfaces: ['JSONRPC', { binding: 'HTTP+JSON', visibility: { scope: 'ops' } }] },
    };
    const paths = ['/a2a/jsonrpc', '/a2a/v1'];
    const ada = { issuer: OAUTH.issuer, subject: 'ada', client: '', tenant: '', scopes: ['ops'] };
    const bob = { ...ada, subject: 'bob', scopes: [] };
    let agent: INestApplication;
    let documents: CardDocuments;
    beforeAll(async () => {
      agent = await start(secured, paths, [DiceSkills, ReviewSkills]);
      documents = agent.get(CardDocuments);
    });
    afterAll(() => agent.close());

    const shown = ({ card }: CardView) => [
      card.skills.map(({ id }) => id),
      card.supportedInterfaces.map(({ protocolBinding }) => protocolBinding),
    ];

    it('SD-022 A-6 is not on the public card, which says that there is more', async () => {
      const card = (await (await fetch((await agent.getUrl()) + CARD_PATH)).json()) as AgentCard;
      expect(card.skills.map(({ id }) => id)).toEqual(['roll_dice']);
      expect(card.supportedInterfaces.map(({ protocolBinding }) => protocolBinding)).toEqual(['JSONRPC']);
      expect(card.capabilities.extendedAgentCard).toBe(true);
    });

    it('A-19 SD-032 is on the extended card of who may see it, each view with a tag of its own', async () => {
      const [forAda, forBob] = [await documents.for(ada), await documents.for(bob)];
      expect(shown(forAda)).toEqual([
        ['roll_dice', 'review'],
        ['JSONRPC', 'HTTP+JSON'],
      ]);
      expect(shown(forBob)).toEqual([['roll_dice', 'review'], ['JSONRPC']]);
      expect(shown(await documents.for(ANONYMOUS))).toEqual([['roll_dice'], ['JSONRPC']]);
      expect(new Set([forAda.etag, forBob.etag, documents.public.etag]).size).toBe(3);
      expect(await documents.for({ ...ada, subject: 'eve' })).toBe(forAda);
    });

    it('BC-29 C10 leaves an empty list of skills, not none', async () => {
      const only = await start({ ...OPTIONS, oauth: OAUTH }, ['/'], [ReviewSkills]);
      const card: unknown = await (await fetch((await only.getUrl()) + CARD_PATH)).json();
      await only.close();
      expect(card).toMatchObject({ skills: [], capabilities: { extendedAgentCard: true } });
    });

    it('a group that is turned off leaves the cards, with new tags, and comes back', async () => {
      const groups = agent.get(SkillGroups, { strict: false });
      const before = await documents.for(bob);
      const unchanged = documents.public.etag;
      await groups.turn('reviews', 'off');
      const without = await documents.for(bob);
      expect(shown(without)[0]).toEqual(['roll_dice']);
      expect(without.etag).not.toBe(before.etag);
      expect(documents.public.etag).toBe(unchanged);
      await groups.turn('reviews', 'on');
      expect((await documents.for(bob)).etag).toBe(before.etag);
    });

    it('an agent that has no interface for everybody does not start', async () => {
      const card: CardOptions = { interfaces: [{ binding: 'JSONRPC', visibility: 'authenticated' }] };
      await expect(start({ ...secured, card }, ['/'])).rejects.toThrow('No interface is for everybody');
    });

    it('an agent that asks nobody who they are declares no extended card', async () => {
      await expect(start({ ...OPTIONS, card: { extended: true } }, ['/'])).rejects.toThrow(
        'Declare security',
      );
      const open = await start(OPTIONS, ['/'], [DiceSkills, ReviewSkills]);
      expect(open.get(CardDocuments).public.card.capabilities.extendedAgentCard).toBeUndefined();
      await open.close();
    });
  });
});
