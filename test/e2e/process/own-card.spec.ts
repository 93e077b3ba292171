import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentCard } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents, temporaryFolder } from '../../support/agent-process.js';
import { runCommand } from '../../support/run-command.js';

/** The card as it was last agreed on: see docs/card.md. */
const GOLDEN = new URL('../../cards/agent.json', import.meta.url);
const golden = JSON.parse(readFileSync(GOLDEN, 'utf8')) as AgentCard;
/** Nothing of the agent may need it here. */
const NOWHERE = { DATASTORE_URL: 'redis://127.0.0.1:1' };

const folder = temporaryFolder();
const run = (args: string[], env: Record<string, string> = {}) =>
  runCommand(args, folder, { ...NOWHERE, ...env });

function kept(name: string, card: AgentCard): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(card));
  return path;
}

describe("the commands about the agent's own card", () => {
  it('SD-034 the card is as it was agreed on: run `npm run card -- --out test/cards/agent.json`', async () => {
    const { code, stdout, stderr } = await run(['card']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual(golden);
  });

  it('SD-034 a file is not written when skills changed and the version did not', async () => {
    const [first, ...others] = golden.skills;
    const path = kept('unversioned.json', { ...golden, skills: [{ ...first!, tags: ['other'] }, ...others] });
    const before = readFileSync(path, 'utf8');
    const { code, stdout, stderr } = await run(['card', '--out', path]);
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringContaining('Raise "version"') as string,
    });
    expect(stdout).toContain('/skills/');
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(await run(['card-diff', path])).toMatchObject({ code: 3, stdout });
  });

  it('SD-034 a file is written when the version changed too, and where there was none', async () => {
    const [first, ...others] = golden.skills;
    const path = kept('versioned.json', {
      ...golden,
      version: '0.9.0',
      skills: [{ ...first!, tags: ['other'] }, ...others],
    });
    expect(await run(['card', '--out', path])).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(golden);
    const fresh = join(folder, 'fresh.json');
    expect(await run(['card', '--out', fresh])).toMatchObject({ code: 0, stdout: '' });
    expect(readFileSync(fresh, 'utf8')).toBe(readFileSync(GOLDEN, 'utf8'));
    expect(await run(['card', '--out', join(folder, 'nowhere', 'card.json')])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('ENOENT') as string,
    });
  });

  it('the card that is printed is the one that is served, and needs neither keys nor a role', async () => {
    const env = { INTERFACES: 'HTTP+JSON', PUBLIC_URL: 'https://agent.example', CARD_REACH: 'public' };
    const agent = await AgentProcess.start({ program: 'main', env: { ...NOWHERE, ...env } });
    try {
      const served = await agent.serves('/.well-known/agent-card.json');
      const missing = join(folder, 'no-key.json');
      const { stdout } = await run(['card'], { ...env, ROLE: 'worker', CARD_SIGNING_KEYS: missing });
      expect(JSON.parse(stdout)).toEqual(JSON.parse(served.text));
    } finally {
      await endAgents(agent);
    }
  });

  it('shows what the environment leaves on', async () => {
    const { stdout } = await run(['card'], { SKILL_GROUPS_OFF: 'reviews', INTERFACES: 'HTTP+JSON,JSONRPC' });
    const { skills, supportedInterfaces } = JSON.parse(stdout) as AgentCard;
    expect(skills.map(({ id }) => id)).toEqual(['roll_dice']);
    expect(supportedInterfaces.map(({ protocolBinding }) => protocolBinding)).toEqual([
      'HTTP+JSON',
      'JSONRPC',
    ]);
  });

  it('SD-022 the lint of the own card finds what would keep the agent from starting', async () => {
    expect(await run(['card-lint', '--production'])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/supportedInterfaces\/0\/url .*\(internal-address\)/) as string,
    });
    const env = { PUBLIC_URL: 'http://10.0.0.5', CARD_REACH: 'public' };
    const found = await run(['card-lint', '--json'], env);
    expect(found.code).toBe(1);
    const rules = (JSON.parse(found.stdout) as { rule: string }[]).map(({ rule }) => rule);
    expect(rules).toEqual(expect.arrayContaining(['internal-address', 'plain-http']));
    const start = await run([], env);
    expect(start.code).toBe(1);
    expect(start.stderr).toMatch(/\/supportedInterfaces\/0\/url .*\(internal-address\)/);
    expect(start.stderr).toMatch(/PUBLIC_URL.*CARD_REACH/);
  });

  it('says what is wrong with an environment of which no card can be made, and prints none', async () => {
    expect(await run(['card'], { INTERFACES: 'GRPC' })).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('INTERFACES') as string,
    });
    expect(await run(['card-lint'], { CARD_LINT_OFF: 'no-such-rule' })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('no-such-rule') as string,
    });
  });
});
