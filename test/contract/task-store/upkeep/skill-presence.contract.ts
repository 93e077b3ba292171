import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { UnderTest } from '../fixtures.js';

/** Which skills there are. */
export function describeSkillPresence(underTest: UnderTest): void {
  const presence = () => underTest().skillPresence;
  const newSkill = () => `技能: {x} \u0000 ${randomUUID()}`;

  describe('skill presence', () => {
    it('knows how long ago a skill was announced last, by whomever', async () => {
      const [one, two] = [newSkill(), newSkill()];
      expect(await presence().lastAnnounced(one)).toBeUndefined();
      await presence().announce([one, two, one]);
      await delay(300);
      await presence().announce([two]);
      const [oneMs, twoMs] = [await presence().lastAnnounced(one), await presence().lastAnnounced(two)];
      expect(oneMs).toBeGreaterThanOrEqual(290);
      expect(oneMs).toBeLessThan(60_000);
      expect(twoMs).toBeLessThan(oneMs ?? 0);
      expect(twoMs).toBeGreaterThanOrEqual(0);
      expect(await presence().lastAnnounced(newSkill())).toBeUndefined();
    });

    it('takes no skills at all, and announcements in any order at once', async () => {
      await presence().announce([]);
      const skills = [newSkill(), newSkill(), newSkill()];
      await Promise.all(
        Array.from({ length: 20 }, (_, round) =>
          presence().announce(round % 2 === 0 ? skills : skills.toReversed()),
        ),
      );
      for (const skill of skills) expect(await presence().lastAnnounced(skill)).toBeDefined();
    });
  });
}
