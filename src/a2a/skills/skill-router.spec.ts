import { describe, expect, it } from 'vitest';
import { ANONYMOUS, type Principal } from '../identity/principal.js';
import type { A2AOptions } from '../options/a2a-options.js';
import type { JsonObject, Part } from '../protocol/index.js';
import type { SkillDefinition } from './registry/skill-definition.js';
import type { SkillRegistry } from './registry/skill-registry.js';
import { SkillGroups } from './skill-groups.service.js';
import { SkillOffer } from './skill-offer.service.js';
import { SkillRouter } from './skill-router.js';

const skill = (id: string, rest: Partial<SkillDefinition>) => ({
  id,
  name: id,
  examples: [],
  tags: [],
  visibility: 'public',
  ...rest,
});
const dice = skill('roll_dice', {
  name: '掷骰子',
  tags: ['dice', 'game'],
  examples: ['roll 2d6', '掷 3d20'],
});
const python = skill('review-python', { tags: ['code-review', 'python', 'py'] });
const typescript = skill('review-typescript', { tags: ['code-review', 'typescript', 'ts'] });

function route(
  skills: object[],
  parts: Part[],
  metadata?: JsonObject,
  { off = [], principal = ANONYMOUS }: { off?: string[]; principal?: Principal } = {},
) {
  const registry = { all: skills, get: (id: string) => skills.find((one) => 'id' in one && one.id === id) };
  const known = registry as unknown as SkillRegistry;
  const groups = new SkillGroups(known, { skillGroupsOff: off } as unknown as A2AOptions);
  const router = new SkillRouter(known, new SkillOffer(known, groups));
  return router.route({ messageId: 'm', role: 'ROLE_USER', parts, metadata }, principal);
}

describe('SkillRouter', () => {
  const all = [dice, python, typescript];

  it.each(['2d6', 'roll 2d6', '掷 3d20', '10d8', '0d6', '999999d6', '我要掷骰子'])(
    'sends %j to the dice',
    (text) => {
      expect(route(all, [{ text }])).toMatchObject({ skill: { id: 'roll_dice' } });
    },
  );

  it('chooses by a file name', () => {
    expect(route(all, [{ text: 'x = 1', filename: 'main.py' }])).toMatchObject({
      skill: { id: 'review-python' },
    });
  });

  it('asks among those that match equally well', () => {
    expect(route(all, [{ text: 'please do a code-review' }])).toMatchObject({
      candidates: [{ id: 'review-python' }, { id: 'review-typescript' }],
    });
  });

  it('asks among all when nothing matches', () => {
    expect(route(all, [{ text: 'abc' }])).toMatchObject({ candidates: [{}, {}, {}] });
  });

  it('takes the only skill, whatever is said', () => {
    expect(route([dice], [{ text: 'abc' }])).toMatchObject({ skill: { id: 'roll_dice' } });
  });

  it('takes the skill that the message names', () => {
    expect(route(all, [{ text: '2d6' }], { skillId: 'review-python' })).toMatchObject({
      skill: { id: 'review-python' },
    });
    expect(route(all, [{ text: '2d6' }], { skillId: 'nope' })).toEqual({ unknownSkillId: 'nope' });
  });

  describe('of what the caller is not offered', () => {
    const secret = skill('review-secret', { tags: ['secret'], visibility: 'authenticated' });
    const scoped = skill('review-scoped', { tags: ['scoped'], visibility: { scope: 'review:run' } });
    const grouped = skill('review-grouped', { tags: ['grouped'], group: 'beta' });
    const several = [dice, secret, scoped, grouped];
    const ada = { ...ANONYMOUS, issuer: 'https://login.example', subject: 'ada', scopes: ['review:run'] };

    it.each([
      ['a skill for authenticated callers', 'review-secret', ANONYMOUS, []],
      ['a skill for holders of a scope', 'review-scoped', { ...ada, scopes: ['review'] }, []],
      [
        'a skill whose scope an anonymous caller claims',
        'review-scoped',
        { ...ANONYMOUS, scopes: ['review:run'] },
        [],
      ],
      ['a skill whose group is off', 'review-grouped', ada, ['beta']],
    ])('knows nothing: %s', (_, skillId, principal, off) => {
      expect(route(several, [{ text: 'x' }], { skillId }, { principal, off })).toEqual({
        unknownSkillId: skillId,
      });
    });

    it.each(['review-secret', 'review-scoped', 'review-grouped'])(
      'knows what it is offered: %s',
      (skillId) => {
        expect(route(several, [{ text: 'x' }], { skillId }, { principal: ada })).toMatchObject({
          skill: { id: skillId },
        });
      },
    );

    it('neither chooses it by its words nor names it as a candidate', () => {
      expect(route([dice, grouped, secret], [{ text: 'a secret' }])).toMatchObject({
        candidates: [{ id: 'roll_dice' }, { id: 'review-grouped' }],
      });
      expect(route([dice, secret], [{ text: 'a secret' }])).toMatchObject({ skill: { id: 'roll_dice' } });
    });
  });
});
