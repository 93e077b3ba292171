import { beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { type FuzzFigures, FuzzRun } from './fuzz-run.js';
import { describeFuzz } from './fuzz-suite.js';
import { type FuzzTarget, TARGETS } from './fuzz-target.js';
import { type VitalsFigures, VitalsWatch } from './vitals.js';

/** The share of requests that lead to a task which completes. */
const MIN_COMPLETED = 0.05;
/** Before memory is compared; code is compiled and pools are filled meanwhile. */
const WARM_UP = { requests: 3_000, forMs: 4_000 };
const MAX_GROWTH_MIB = 24;
/** The collector takes its time with what is not held any more. */
const MAX_RSS_GROWTH_MIB = 256;
/** Tasks that are kept once those that have ended are gone. */
const MAX_KEPT = 100;

describeFuzz('an agent under fuzz', (suite) => {
  beforeAll(async () => {
    for (const target of TARGETS) await new FuzzRun(target, { ...suite.settings, ...WARM_UP }).run(isOver);
  });

  const isOver = () => suite.agent.hasExited;

  it.each(TARGETS)(
    '$name: every request is answered as the protocol says, in time, and leaves nothing behind',
    async (target) => {
      const { agent, settings, datastore } = suite;
      console.log(`fuzz: ${target.name} on ${datastore}, FUZZ_SEED=${settings.seed}`);
      const watch = await VitalsWatch.begin(agent);
      const figures = await new FuzzRun(target, settings).run(isOver);
      const vitals = await watch.end();
      report(target, datastore, figures, vitals);
      expect(figures.failures).toEqual([]);
      // Requests that all are refused would prove little.
      expect(figures.kinds.get('TASK_STATE_COMPLETED')).toBeGreaterThan(figures.requests * MIN_COMPLETED);
      expect(agent.hasExited ? agent.log.slice(-5_000) : 'it runs').toBe('it runs');
      expect(errorsIn(agent.log)).toEqual([]);
      expect(vitals.polluted).toEqual([]);
      expect(vitals.loopDelayMs).toBeLessThan(settings.aloneMs);
      expect(vitals.heldMiB.end).toBeLessThan(vitals.heldMiB.begin + MAX_GROWTH_MIB);
      expect(vitals.rssMiB.most).toBeLessThan(vitals.rssMiB.begin + MAX_RSS_GROWTH_MIB);
    },
  );

  it('keeps no more tasks than a few when all is over', async () => {
    const { agent, settings } = suite;
    await eventually(
      'the tasks are gone',
      async () => {
        const { totalSize } = await agent
          .client(settings.headers)
          .call<{ totalSize: number }>('ListTasks', {});
        return totalSize <= MAX_KEPT;
      },
      120_000,
    );
    expect(errorsIn(agent.log)).toEqual([]);
  });
});

/** What the agent has logged of faults that are its own. */
function errorsIn(log: string): string[] {
  return log
    .split('\n')
    .filter((line) => /\b(ERROR|FATAL)\b|Unhandled|Warning:/.test(line))
    .slice(0, 20);
}

function report(
  target: FuzzTarget,
  datastore: string,
  figures: FuzzFigures,
  { rssMiB, heldMiB, loopDelayMs }: VitalsFigures,
): void {
  const { requests, perSecond, slowestMs, sentAlone, statuses, kinds, failures } = figures;
  console.log(
    `fuzz figures: ${target.name} on ${datastore}, ${requests} requests, ${Math.round(perSecond)}/s, slowest ${Math.round(slowestMs)} ms, ${sentAlone} sent again alone, ` +
      `loop delay at most ${Math.round(loopDelayMs)} ms, RSS ${Math.round(rssMiB.begin)} MiB and at most ${Math.round(rssMiB.most)}, held ${Math.round(heldMiB.begin)} MiB and then ${Math.round(heldMiB.end)}, ` +
      `statuses ${listed(statuses)}, kinds ${listed(kinds)}, failures ${failures.length}`,
  );
  for (const { seed: of, path: where, faults, sent } of failures) {
    console.log(`FUZZ_SEED=${of} FUZZ_PATH=${where}: ${faults.join('; ')}\n${sent}\n`);
  }
}

function listed(counts: ReadonlyMap<string | number, number>): string {
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([what, count]) => `${what}: ${count}`)
    .join(', ');
}
