import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Task } from '../../src/a2a/index.js';
import { describeChaos, inForm } from '../support/fleet/chaos-suite.js';
import { faultsOf, inParallel, listFaultsOf, readLogs } from '../support/fleet/load/task-log.js';
import { messageOf, planTasks } from '../support/fleet/load/workload.js';

const TASKS = inForm(60, 300);
const AT_ONCE = 30;
const PAUSE_MS = 100;
/** Tasks take up to a second and a half, so some cancels come too late. */
const CANCEL_WITHIN_MS = 1_800;
/** Long enough for what a canceled handler still wants to write. */
const AFTERMATH_MS = 1_500;
const NOT_CANCELABLE = -32002;

describeChaos('cancel-storm', { apis: 2, workers: inForm(1, 2) }, (chaos) => {
  it(`${TASKS} tasks canceled at random moments: none is both canceled and completed, and nothing follows the end`, async () => {
    const { fleet, random } = chaos;
    const plans = planTasks(random, TASKS).map((plan, index) => ({
      ...plan,
      index,
      // Some are canceled by two callers at once, by way of different processes.
      cancelsAfterMs: Array.from({ length: random.chance(0.3) ? 2 : 1 }, () =>
        random.between(0, CANCEL_WITHIN_MS),
      ),
    }));
    const outcomes = await inParallel(plans, AT_ONCE, async (plan) => {
      const { id } = await fleet.client(plan.index).begin(messageOf(plan, PAUSE_MS));
      const answers = await Promise.all(
        plan.cancelsAfterMs.map(async (afterMs, caller) => {
          await delay(afterMs);
          const { result, error } = await fleet.client(plan.index + caller).ask<Task>('CancelTask', { id });
          return error ? error.code : result?.status.state;
        }),
      );
      return { id, answers };
    });
    await delay(AFTERMATH_MS);

    const logs = await readLogs(
      () => fleet.client(),
      outcomes.map(({ id }) => id),
      60_000,
    );
    expect(logs.flatMap((log) => faultsOf(log))).toEqual([]);
    expect(await listFaultsOf(fleet.client(1), logs)).toEqual([]);
    for (const [index, { answers }] of outcomes.entries()) {
      const { state } = logs[index]!.task.status;
      const allowed: unknown[] = state === 'TASK_STATE_CANCELED' ? [state, NOT_CANCELABLE] : [NOT_CANCELABLE];
      expect([state, answers.filter((answer) => !allowed.includes(answer))]).toEqual([state, []]);
      expect(['TASK_STATE_CANCELED', 'TASK_STATE_COMPLETED']).toContain(state);
    }
    const canceled = logs.filter(({ task }) => task.status.state === 'TASK_STATE_CANCELED').length;
    expect(canceled).toBeGreaterThan(0);
    expect(canceled).toBeLessThan(TASKS);
    chaos.report({ tasks: TASKS, canceled, completed: TASKS - canceled, both: 0, 'events after the end': 0 });
  });
});
