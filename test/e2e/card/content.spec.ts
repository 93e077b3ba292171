import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detectDialect, lintCard } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents, temporaryFolder } from '../../support/agent-process.js';
import { bindingsOf } from '../../support/bindings.js';
import { eventually } from '../../support/eventually.js';
import { message, messageFor } from '../../support/messages.js';
import { createTestDatabase, type TestDatabase } from '../../support/postgres-server.js';
import { runCommand } from '../../support/run-command.js';
import { refusalOf } from './refused-start.js';
import { cardOf, NO_DATASTORE, skillsOn } from './served-card.js';

const TIDES = {
  id: 'tides',
  name: 'Tides',
  description: 'Says when the water is high.',
  tags: ['sea', 'harbour'],
  examples: ['tides at Brest'],
};

describe('what the card of the shipped agent says is so', () => {
  let database: TestDatabase;
  let agent: AgentProcess;
  beforeAll(async () => {
    database = await createTestDatabase();
    agent = await AgentProcess.start({ program: 'main', env: { DATASTORE_URL: database.url } });
  });
  afterAll(async () => {
    await endAgents(agent);
    await database.drop();
  });

  it('SD-004 SD-016 it says who the agent is, and who provides it', async () => {
    expect(await cardOf(agent)).toMatchObject({
      name: 'nest-a2a example agent',
      description: expect.stringMatching(/\S{3}/) as string,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
      provider: { organization: 'Example', url: 'https://example.com' },
    });
  });

  it('SD-006 SD-007 SD-057 it is a card of 1.0 and of nothing else, in which the lint finds nothing', async () => {
    const card = await cardOf(agent);
    expect(detectDialect(card).dialect).toBe('1.0');
    expect(lintCard(card, { environment: 'development' }).map(({ rule }) => rule)).toEqual([
      'internal-address',
      'internal-address',
    ]);
    for (const one of card.supportedInterfaces)
      expect(Object.keys(one)).toEqual(['url', 'protocolBinding', 'protocolVersion']);
    expect(JSON.stringify(card)).not.toMatch(
      /preferredTransport|additionalInterfaces|supportsAuthenticatedExtendedCard|inputSchema|stateTransitionHistory/,
    );
    for (const name of ['url', 'protocolVersion', 'security', 'endpoints', 'auth', 'modalities'])
      expect(card).not.toHaveProperty(name);
  });

  it('SD-009 every skill has id, name, description, tags and examples', async () => {
    const { skills } = await cardOf(agent);
    expect(skills.map(({ id }) => id).toSorted()).toEqual([
      'review-python',
      'review-typescript',
      'roll_dice',
    ]);
    const text = expect.stringMatching(/\S/) as string;
    for (const skill of skills) {
      expect(skill).toMatchObject({ id: text, name: text, description: text });
      expect(skill.tags.length).toBeGreaterThan(0);
      expect(skill.examples?.length).toBeGreaterThan(0);
    }
  });

  it('SD-011 SD-012 it streams, and sends no push notifications', async () => {
    const { capabilities } = await cardOf(agent);
    expect([capabilities.streaming, capabilities.pushNotifications ?? false]).toEqual([true, false]);
    for (const binding of bindingsOf(agent)) {
      const stream = await binding.stream('SendStreamingMessage', {
        message: messageFor('roll_dice', '2d6'),
      });
      await stream.first('an event', () => true);
      const { id } = await agent.client().send(messageFor('roll_dice', 'abc'));
      const params = { taskId: id, url: 'https://hook.example/x' };
      expect(await binding.call('CreateTaskPushNotificationConfig', params)).toMatchObject({
        error: { reason: 'PUSH_NOTIFICATION_NOT_SUPPORTED' },
      });
    }
  });

  it('SD-013 takes what the card names, and nothing else', async () => {
    const { defaultInputModes } = await cardOf(agent);
    expect(defaultInputModes).toEqual(['text/plain', 'application/json']);
    const sent = (mediaType: string) => ({
      ...messageFor('roll_dice'),
      parts: [{ text: '2d6', mediaType }],
    });
    for (const binding of bindingsOf(agent)) {
      for (const mode of defaultInputModes)
        expect(await binding.call('SendMessage', { message: sent(mode) })).toMatchObject({
          result: { task: { status: { state: 'TASK_STATE_COMPLETED' } } },
        });
      expect(await binding.call('SendMessage', { message: sent('application/x-foo') })).toMatchObject({
        error: {
          reason: 'CONTENT_TYPE_NOT_SUPPORTED',
          code: 400,
        },
      });
    }
    expect((await agent.client().refusal('SendMessage', { message: sent('application/x-foo') })).code).toBe(
      -32005,
    );
  });

  it('SD-010 every example on it leads to a skill', async () => {
    for (const { id, examples = [] } of (await cardOf(agent)).skills) {
      for (const text of examples) {
        const task = await agent.client().begin(message(text));
        const asked = JSON.stringify(task.status.message ?? '');
        expect([id, text, asked]).toEqual([id, text, expect.not.stringContaining('Which skill')]);
      }
    }
  });
});

describe('what the card of an agent says when its code or its settings are others', () => {
  const folder = temporaryFolder();
  const started: AgentProcess[] = [];
  afterAll(() => endAgents(...started));

  const launch = async (env: Record<string, string> = {}) => {
    const agent = await AgentProcess.launch({ program: 'card-agent', env: { ...NO_DATASTORE, ...env } });
    started.push(agent);
    return agent;
  };
  const cardWith = async (env: Record<string, string> = {}) => {
    const agent = await launch({ PUBLIC_URL: 'http://localhost:9999', ...env });
    await agent.serves('/livez');
    return cardOf(agent);
  };
  const refusal = async (env: Record<string, string>) => refusalOf(await launch(env));

  it('SD-009 SD-034 a method that is decorated is a skill after the restart, and the diff asks for a version', async () => {
    const [before, after] = [await cardWith(), await cardWith({ NEW_SKILL: 'true' })];
    expect(skillsOn(before)).not.toContain('tides');
    expect(after.skills.find(({ id }) => id === 'tides')).toEqual(TIDES);
    const files = [join(folder, 'before.json'), join(folder, 'after.json')];
    await writeFile(files[0]!, JSON.stringify(before));
    await writeFile(files[1]!, JSON.stringify(after));
    const { code, stdout } = await runCommand(['card-diff', ...files], folder);
    expect([code, stdout]).toEqual([3, expect.stringMatching(/compatible.*tides/)]);
    expect((await runCommand(['card-diff', files[0]!, files[0]!], folder)).code).toBe(0);
    const renewed = JSON.stringify({ ...after, version: '1.1.0' });
    await writeFile(files[1]!, renewed);
    expect((await runCommand(['card-diff', ...files], folder)).code).toBe(0);
  });

  it('SD-010 a skill without examples is warned of, and stops the start in strict mode', async () => {
    const agent = await launch();
    await agent.serves('/livez');
    await eventually('it is warned of', () =>
      /WARN \[Card\] \/skills\/1\/examples .*\(skill-without-examples\)/.test(agent.log),
    );
    const strict = await refusal({ CARD_LINT_STRICT: 'true' });
    expect(strict).toMatch(/\(strict\):\s+\/skills\/1\/examples .*\(skill-without-examples\)/);
    const lenient = await launch({ CARD_LINT_STRICT: 'true', CARD_LINT_OFF: 'skill-without-examples' });
    await lenient.serves('/livez');
    expect(await refusal({ CARD_LINT_OFF: 'no-such-rule' })).toContain('"no-such-rule", which is no rule');
  });

  it.each([
    [
      'a token',
      'Call me with Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJlLW9mLWFkYQ',
      'eyJzdWIi',
    ],
    ['a key', 'My key is sk-proj-4f9Qm2Zt7Lx0Vb6Nc8Rd1Ws3Ye5Ua7Ih9Kj', '4f9Qm2Zt7'],
    ['a password', 'Use password=hunter2hunter2.', 'hunter2'],
    [
      'a private key',
      '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50\n-----END PRIVATE KEY-----',
      'MC4CAQ',
    ],
    ['an address with a password', 'See https://ada:hunter2hunter2@agent.example/docs.', 'hunter2'],
  ])(
    'SD-020 %s on the card stops the start: the place is told and the secret is not',
    async (_what, DESCRIPTION, secret) => {
      const log = await refusal({ DESCRIPTION });
      expect(log).toMatch(/\/description .*\((secret|url-credentials)\)/);
      expect(log).not.toContain(secret);
    },
  );

  it('SD-006 card-lint names what an interface lacks, and ends with 1', async () => {
    const seed = JSON.parse(
      readFileSync(new URL('../../cards/dice-agent.json', import.meta.url), 'utf8'),
    ) as { supportedInterfaces: [object] };
    const path = join(folder, 'card.json');
    const names = ['url', 'protocolBinding', 'protocolVersion'];
    const [whole] = seed.supportedInterfaces;
    const lacking = names.map((name) =>
      Object.fromEntries(Object.entries(whole).filter(([member]) => member !== name)),
    );
    await writeFile(path, JSON.stringify({ ...seed, supportedInterfaces: lacking }));
    const { code, stdout } = await runCommand(['card-lint', path], folder);
    expect(code).toBe(1);
    for (const [index, name] of names.entries()) {
      expect(stdout).toMatch(
        new RegExp(`^error /supportedInterfaces/${index}/${name} .*\\(missing-member\\)`, 'm'),
      );
    }
  });

  it('a provider may turn groups as docs/card.md says', async () => {
    const agent = await launch({ INJECT_GROUPS: 'true' });
    expect((await agent.serves('/livez')).status).toBe(200);
  });
});
