import { describe, expect, it } from 'vitest';
import type { A2AOptions } from '../options/a2a-options.js';
import type { SkillRegistry } from './registry/skill-registry.js';
import { SkillGroups } from './skill-groups.service.js';

const registry = { all: [{ group: 'reviews' }, { group: 'games' }, {}] } as unknown as SkillRegistry;
const groupsOf = (skillGroupsOff?: string[]) => new SkillGroups(registry, { skillGroupsOff } as A2AOptions);

describe('SkillGroups', () => {
  it('turns groups off and on, and waits for what is made of them', async () => {
    const groups = groupsOf(['games']);
    const seen: boolean[] = [];
    groups.onTurned(async () => {
      await Promise.resolve();
      seen.push(groups.isOn('reviews'));
    });
    expect([groups.isOn('games'), groups.isOn('reviews'), groups.isOn(undefined)]).toEqual([
      false,
      true,
      true,
    ]);
    await groups.turn('reviews', 'off');
    expect(seen).toEqual([false]);
    // What failed to be made of it the first time is made then.
    await groups.turn('reviews', 'off');
    expect(seen).toEqual([false, false]);
    await groups.turn('reviews', 'on');
    expect(seen).toEqual([false, false, true]);
  });

  it('knows no group that no skill is in, and names those that there are', async () => {
    expect(() => groupsOf(['reveiws']).onModuleInit()).toThrow(/"reveiws".*reviews, games/);
    await expect(groupsOf().turn('nothing', 'off')).rejects.toThrow('Groups are: reviews, games');
  });
});
