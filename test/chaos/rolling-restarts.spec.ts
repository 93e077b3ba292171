import { expect, it } from 'vitest';
import { describeChaos, inForm } from '../support/fleet/chaos-suite.js';
import type { Note } from '../support/fleet/fleet.js';
import { faultsOf, readLogs } from '../support/fleet/load/task-log.js';
import { eventually } from '../support/eventually.js';
import { artifactTexts, messageFor } from '../support/messages.js';

const JOBS = inForm(3, 10);
const STEPS = 20;
const STEP_MS = inForm(400, 1_000);
const RESTARTS = 5;
/** Shorter than a job, so that each restart has to hand it back. */
const GRACE_MS = 300;
/** A worker that was told to stop is gone this long after the grace period at the latest. */
const LEAVE_MS = 2_000;

describeChaos('rolling-restarts', { apis: 1, workers: 1, limits: { shutdownGraceMs: GRACE_MS } }, (chaos) => {
  it(`jobs of ${STEPS} steps survive ${RESTARTS} restarts of their workers and repeat no step that was stored`, async () => {
    const { fleet } = chaos;
    const client = () => fleet.client();
    const jobs = await Promise.all(
      Array.from({ length: JOBS }, () => client().begin(messageFor('steps', `${STEPS} ${STEP_MS}`))),
    );
    const reading = readLogs(
      client,
      jobs.map(({ id }) => id),
      120_000,
    );
    const leftAfterMs: number[] = [];
    for (let restart = 1; restart <= RESTARTS; restart += 1) {
      await eventually('another two steps are done', () => stored(fleet.notes) >= restart * 2 * JOBS, 60_000);
      const worker = fleet.workers[0]!;
      const { code, tookMs } = await worker.stop();
      expect(code).toBe(0);
      leftAfterMs.push(tookMs);
      await worker.start();
      await worker.ready();
    }
    const logs = await reading;

    expect(logs.flatMap((log) => faultsOf(log))).toEqual([]);
    const whole = Array.from({ length: STEPS }, (_, index) => `result ${index + 1};`).join('');
    expect(logs.map(({ task }) => [task.status.state, artifactTexts(task).join('')])).toEqual(
      logs.map(() => ['TASK_STATE_COMPLETED', whole]),
    );
    const { notes } = fleet;
    expect(notes.filter((note, index) => wasStoredBefore(notes, note, index))).toEqual([]);
    const runs = notes.filter(({ what }) => what === 'run').length;
    const hands = new Set(notes.map(({ pid }) => pid)).size;
    expect(hands).toBeGreaterThan(RESTARTS);
    expect(Math.max(...leftAfterMs)).toBeLessThan(GRACE_MS + LEAVE_MS);
    chaos.report({
      jobs: JOBS,
      completed: logs.length,
      restarts: RESTARTS,
      'processes that worked': hands,
      'steps run': runs,
      'steps run again before they were stored': runs - JOBS * STEPS,
      'steps run again after they were stored': 0,
      'left at most after ms': Math.max(...leftAfterMs),
    });
  });
});

/** How many different steps have been stored. */
function stored(notes: readonly Note[]): number {
  return new Set(notes.filter(({ what }) => what === 'stored').map(({ task, number }) => `${task} ${number}`))
    .size;
}

function wasStoredBefore(notes: readonly Note[], { what, task, number }: Note, index: number): boolean {
  return (
    what === 'run' &&
    notes
      .slice(0, index)
      .some((other) => other.what === 'stored' && other.task === task && other.number === number)
  );
}
