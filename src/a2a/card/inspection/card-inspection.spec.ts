import { Injectable } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import type { CardOptions } from '../../options/card-options.js';
import { Skill } from '../../skills/face/index.js';
import { OPTIONS, ROLL_DICE, start } from '../testing/card-agent.js';
import { CardInspection } from './card-inspection.service.js';

const { examples: _, ...WITHOUT_EXAMPLES } = ROLL_DICE;

@Injectable()
class BareSkills {
  @Skill({ ...WITHOUT_EXAMPLES, run: 'inline' })
  roll(): string {
    return '1';
  }
}

@Injectable()
class LeakySkills {
  @Skill({ ...ROLL_DICE, description: 'Use password=hunter2hunter2 to roll.', run: 'inline', group: 'off' })
  roll(): string {
    return '1';
  }
}

const starts = async (card: CardOptions, skills = BareSkills, publicUrl = OPTIONS.publicUrl) =>
  (
    await start(
      { ...OPTIONS, publicUrl, card, ...(skills === LeakySkills && { skillGroupsOff: ['off'] }) },
      ['/'],
      [skills],
    )
  ).close();

describe('the card is looked at when the agent starts', () => {
  it('SD-010 warnings are told; strict, they keep it from starting', async () => {
    await starts({});
    await expect(starts({ lint: { strict: true } })).rejects.toThrow(
      /\/skills\/0.*\(skill-without-examples\)/,
    );
    await starts({ lint: { strict: true, off: ['skill-without-examples'] } });
  });

  it('SD-020 a secret keeps it from starting, in a skill that is off too', async () => {
    await expect(starts({}, LeakySkills)).rejects.toThrow(/\/skills\/0\/description.*\(secret\)/);
  });

  it('SD-022 an internal address keeps it from starting, unless callers are there too', async () => {
    const publicUrl = 'http://10.0.0.5:3000';
    await expect(starts({}, BareSkills, publicUrl)).rejects.toThrow('(internal-address)');
    await expect(starts({ reach: 'public' })).rejects.toThrow('(internal-address)');
    await starts({ reach: 'internal' }, BareSkills, publicUrl);
  });

  it.each([
    [{ maxAgeSeconds: -5 }, undefined, /card\.maxAgeSeconds is -5/],
    [{ maxAgeSeconds: Number.NaN }, undefined, /card\.maxAgeSeconds is NaN/],
    [{}, 'https://agent.example/', /publicUrl is "https:\/\/agent\.example\/"/],
    [{}, 'https://agent.example/p?q=1', /publicUrl is/],
    [{}, 'ftp://agent.example', /publicUrl is/],
  ])('refuses options of which no caller could make anything: %j %s', async (card, publicUrl, why) => {
    await expect(starts(card, BareSkills, publicUrl)).rejects.toThrow(why);
  });

  it('SD-010 what is not looked at takes no place of what is', async () => {
    const many = Array.from({ length: 101 }, (_unset, index) => {
      @Injectable()
      class ManySkills {
        @Skill({ ...WITHOUT_EXAMPLES, id: `skill-${index}`, run: 'inline' })
        roll(): string {
          return '1';
        }
      }
      return ManySkills;
    });
    const card: CardOptions = { lint: { strict: true, off: ['skill-without-examples'] } };
    const app = await start({ ...OPTIONS, card }, ['/'], many);
    expect(app.get(CardInspection).findings()).toEqual([]);
    await app.close();
  });

  it('refuses to leave out a rule that is none', async () => {
    await expect(starts({ lint: { off: ['nothing'] } })).rejects.toThrow('"nothing", which is no rule');
  });
});
