import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { describeChaos, inForm } from '../support/fleet/chaos-suite.js';
import { quantile } from '../support/fleet/figures.js';
import type { FleetMember } from '../support/fleet/fleet-member.js';
import { MixedLoad } from '../support/fleet/load/mixed-load.js';

/** Load, then quiet in which memory is measured. */
const SPELL_MS = inForm(6_000, 20_000);
const SETTLE_MS = 400;
const WARM_UP_SPELLS = inForm(3, 6);
const SPELLS = inForm(15, 24);
const CALLERS = inForm(2, 8);
/** The last third beside the first. */
const MAX_GROWTH = 1.1;
const MIB = 1024 * 1024;

describeChaos('soak', { apis: inForm(1, 2), workers: inForm(1, 2), sideBySide: true }, (chaos) => {
  it.sequential(
    'holds no more memory and no more connections after a long mixed load than after a short one',
    async () => {
      const { fleet, server, random } = chaos;
      const load = new MixedLoad(fleet, random, CALLERS);
      const rss = new Map<FleetMember, number[]>(fleet.members.map((member) => [member, []]));
      const connections: number[] = [];
      const began = performance.now();
      for (let spell = 1; spell <= WARM_UP_SPELLS + SPELLS; spell += 1) {
        load.begin();
        await delay(SPELL_MS / 2);
        const counted = await server.connections();
        await delay(SPELL_MS / 2);
        await load.end();
        await delay(SETTLE_MS);
        const held = await Promise.all(fleet.members.map((member) => member.memory()));
        if (spell <= WARM_UP_SPELLS) continue;
        connections.push(counted);
        for (const [index, member] of fleet.members.entries()) {
          rss.get(member)?.push((held[index]?.rss ?? Number.NaN) / MIB);
        }
      }
      const growth = fleet.members.map((member) => growthOf(rss.get(member) ?? []));
      chaos.report({
        minutes: (performance.now() - began) / 60_000,
        calls: Object.values(load.tookMs).flat().length,
        'median of each ms': Object.entries(load.tookMs)
          .map(([name, tookMs]) => `${name} ${Math.round(quantile(tookMs, 0.5))}`)
          .join(' '),
        'MiB of each process': fleet.members
          .map((member) => Math.round(rss.get(member)?.at(-1) ?? 0))
          .join(' '),
        'growth of memory, at most': Math.max(...growth),
        'growth of connections': growthOf(connections),
        connections: quantile(connections, 0.5),
      });
      // Connections too are compared by their medians: pools grow and shrink with what happens to be asked at once.
      const series = [...rss.values(), connections];
      expect(series.filter((values) => !(growthOf(values) < MAX_GROWTH))).toEqual([]);
    },
  );
});

/** The median of the last third beside that of the first. */
function growthOf(values: readonly number[]): number {
  const third = Math.floor(values.length / 3);
  return quantile(values.slice(-third), 0.5) / quantile(values.slice(0, third), 0.5);
}
