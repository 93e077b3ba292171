import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { describeChaos, inForm } from '../support/fleet/chaos-suite.js';
import { quantile } from '../support/fleet/figures.js';
import { artifactFaultsOf, faultsOf, listFaultsOf, readLogs } from '../support/fleet/load/task-log.js';
import { beginAll, planTasks, runUndisturbed } from '../support/fleet/load/workload.js';

const TASKS = inForm(60, 500);
const KILL_EVERY_MS = 1_000;
/** The long form goes on to the end, in which the last tasks are hit again and again. */
const KILLS_AT_MOST = inForm(8, Number.POSITIVE_INFINITY);
/** So that a task takes half a second, and there is always one to be hit. */
const PAUSE_MS = 100;
const ARRIVE_OVER_MS = inForm(8_000, 60_000);
const PATIENCE_MS = inForm(120_000, 600_000);

describeChaos('workers-killed', { apis: 1, workers: 3 }, (chaos) => {
  it(`${TASKS} tasks end once each, whole and as if undisturbed, while a worker is killed every second`, async () => {
    const { fleet, random } = chaos;
    const client = () => fleet.client();
    const plans = planTasks(random, TASKS);
    const undisturbed = await runUndisturbed(client(), plans);

    const began = performance.now();
    let over = false;
    let kills = 0;
    const killing = (async () => {
      while (!over && kills < KILLS_AT_MOST) {
        await delay(KILL_EVERY_MS);
        const ready = await Promise.all(fleet.workers.map((worker) => worker.isReady()));
        const targets = fleet.workers.filter((_, index) => ready[index]);
        if (over || targets.length === 0) continue;
        const worker = random.pick(targets);
        await worker.kill();
        await worker.start();
        kills += 1;
      }
    })();
    const ids = await beginAll(client, plans, PAUSE_MS, ARRIVE_OVER_MS);
    const logs = await readLogs(client, ids, PATIENCE_MS).finally(() => (over = true));
    const tookMs = performance.now() - began;
    await killing;

    expect(logs.flatMap((log) => faultsOf(log))).toEqual([]);
    expect(logs.filter(({ task }) => task.status.state !== 'TASK_STATE_COMPLETED')).toEqual([]);
    expect(logs.flatMap((log, index) => artifactFaultsOf(log, undisturbed[index]!))).toEqual([]);
    expect(await listFaultsOf(client(), logs)).toEqual([]);
    const attempts = ids.map(
      (id) => fleet.notes.filter(({ what, task }) => what === 'begin' && task === id).length,
    );
    expect(kills).toBeGreaterThan(2);
    expect(Math.max(...attempts)).toBeGreaterThan(1);
    chaos.report({
      tasks: TASKS,
      completed: logs.length,
      kills,
      'tasks begun again': attempts.filter((count) => count > 1).length,
      'attempts at most': quantile(attempts, 1),
      'took s': tookMs / 1_000,
    });
  });
});
