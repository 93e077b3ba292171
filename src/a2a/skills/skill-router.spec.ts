import { describe, expect, it } from 'vitest';
import type { JsonObject, Part } from '../protocol/index.js';
import type { SkillDefinition } from './registry/skill-definition.js';
import type { SkillRegistry } from './registry/skill-registry.js';
import { SkillRouter } from './skill-router.js';

const skill = (id: string, rest: Partial<SkillDefinition>) => ({
  id,
  name: id,
  examples: [],
  tags: [],
  ...rest,
});
const dice = skill('roll_dice', {
  name: '掷骰子',
  tags: ['dice', 'game'],
  examples: ['roll 2d6', '掷 3d20'],
});
const python = skill('review-python', { tags: ['code-review', 'python', 'py'] });
const typescript = skill('review-typescript', { tags: ['code-review', 'typescript', 'ts'] });

function route(skills: object[], parts: Part[], metadata?: JsonObject) {
  const registry = { all: skills, get: (id: string) => skills.find((one) => 'id' in one && one.id === id) };
  const router = new SkillRouter(registry as unknown as SkillRegistry);
  return router.route({ messageId: 'm', role: 'ROLE_USER', parts, metadata });
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
});
