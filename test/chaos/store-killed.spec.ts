import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Chaos, describeChaos, inForm } from '../support/fleet/chaos-suite.js';
import { faultsOf, inParallel, listFaultsOf, readLogs } from '../support/fleet/load/task-log.js';
import { messageOf, planTasks } from '../support/fleet/load/workload.js';
import { eventually } from '../support/eventually.js';

const TASKS = inForm(60, 500);
/** Tasks come evenly over this time; what happens to the store happens in its first half. */
const ARRIVE_OVER_MS = inForm(6_000, 40_000);
const PAUSED_MS = inForm(5_000, 10_000);
const DOWN_MS = inForm(1_000, 10_000);
/** How long an outage may be unknown to the processes. */
const SHOWN_MS = 20_000;
const CUTS = inForm(2, 8);
const PAUSE_MS = 100;
const PATIENCE_MS = inForm(90_000, 300_000);
/** Redis writes its log to the disk every second. */
const REDIS_MAY_LOSE_MS = 1_000;
const CALLERS = 60;
const TASK_NOT_FOUND = -32001;

/** A message that was taken, and when it was. */
interface Accepted {
  readonly id: string;
  readonly at: number;
}

describeChaos('store-killed', { apis: inForm(1, 2), workers: inForm(1, 2), sideBySide: true }, (chaos) => {
  it.sequential('a server that is killed and started again loses no task that was acknowledged', async () => {
    await expectSurvival(chaos, 'killed', async ({ server }) => {
      const killedAt = Date.now();
      await server.kill();
      await Promise.all([delay(DOWN_MS), shown(chaos)]);
      await server.restart();
      return server.kind === 'redis' ? killedAt - REDIS_MAY_LOSE_MS : Number.POSITIVE_INFINITY;
    });
  });

  it.sequential('a server that answers nothing for a while is waited for', async () => {
    await expectSurvival(chaos, 'paused', async ({ server }) => {
      await server.pause();
      await Promise.all([delay(PAUSED_MS), shown(chaos)]);
      await server.resume();
    });
  });

  it.sequential('connections that are cut are made anew', async () => {
    await expectSurvival(chaos, 'cut', async ({ server, random }) => {
      for (let cut = 0; cut < CUTS; cut += 1) {
        await server.cutConnections();
        await delay(random.between(100, 1_500));
      }
    });
  });
});

/**
 * Lets something happen to the store while tasks come and go. Afterwards every process is the one it was, ready, and
 * every task that was taken has come to its end.
 *
 * @param happen returns until when a task must have been taken in order to be there; undefined: at any time
 */
async function expectSurvival(
  chaos: Chaos,
  what: string,
  happen: (chaos: Chaos) => Promise<number | void>,
): Promise<void> {
  const { fleet, random } = chaos;
  const pids = () => fleet.members.map(({ process }) => process.child.pid);
  const before = pids();
  const accepting = acceptTasks(chaos);
  await delay(random.between(ARRIVE_OVER_MS / 6, ARRIVE_OVER_MS / 2));
  const durableUntil = (await happen(chaos)) ?? Number.POSITIVE_INFINITY;
  const backAt = Date.now();
  await eventually('every process is ready again', async () =>
    (await Promise.all(fleet.members.map((member) => member.isReady()))).every(Boolean),
  );
  const readyAgainMs = Date.now() - backAt;
  const { accepted, refused } = await accepting;

  const found = await inParallel(accepted, CALLERS, async ({ id }) => {
    const { error } = await fleet.client().ask('GetTask', { id });
    if (error && error.code !== TASK_NOT_FOUND) throw new Error(`GetTask: ${JSON.stringify(error)}`);
    return error === undefined;
  });
  const lost = accepted.filter((_, index) => !found[index]);
  expect(lost.filter(({ at }) => at < durableUntil)).toEqual([]);
  const there = accepted.filter((_, index) => found[index]).map(({ id }) => id);
  const logs = await readLogs(() => fleet.client(), there, PATIENCE_MS);
  expect(logs.flatMap((log) => faultsOf(log))).toEqual([]);
  expect(await listFaultsOf(fleet.client(), logs)).toEqual([]);
  expect(logs.filter(({ task }) => task.status.state !== 'TASK_STATE_COMPLETED')).toEqual([]);
  expect(pids()).toEqual(before);
  chaos.report({
    [`${what}: acknowledged`]: accepted.length,
    [`${what}: refused meanwhile`]: refused,
    [`${what}: lost`]: lost.length,
    [`${what}: all ready again after ms`]: readyAgainMs,
  });
}

/** Sends messages at their times, whether they can be taken or not. */
async function acceptTasks({ fleet, random }: Chaos): Promise<{ accepted: Accepted[]; refused: number }> {
  const began = Date.now();
  const results = await inParallel(planTasks(random, TASKS), CALLERS, async (plan, index) => {
    await delay(Math.max(0, began + (ARRIVE_OVER_MS * index) / TASKS - Date.now()));
    try {
      const { id } = await fleet.client(index).begin(messageOf(plan, PAUSE_MS));
      return { id, at: Date.now() };
    } catch {
      return undefined;
    }
  });
  const accepted = results.filter((result) => result !== undefined);
  return { accepted, refused: results.length - accepted.length };
}

/** Waits until every process says that it is not ready. Connections that were cut may be back before anybody asks. */
async function shown({ fleet, report }: Chaos): Promise<void> {
  const began = Date.now();
  await eventually(
    'every process says that it is not ready',
    async () => !(await Promise.all(fleet.members.map((member) => member.isReady()))).some(Boolean),
    SHOWN_MS,
  );
  report({ 'last outage shown by all processes after ms': Date.now() - began });
}
