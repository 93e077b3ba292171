import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Chaos, describeChaos, inForm } from '../support/fleet/chaos-suite.js';
import type { FleetMember } from '../support/fleet/fleet-member.js';
import { faultsOf, inParallel, listStates, readLogs } from '../support/fleet/load/task-log.js';
import { messageOf, planTasks } from '../support/fleet/load/workload.js';
import { eventually } from '../support/eventually.js';

const TASKS = inForm(60, 500);
/** Tasks come evenly over this time; what happens to the store happens in its first half. */
const ARRIVE_OVER_MS = inForm(6_000, 40_000);
const PAUSED_MS = inForm(5_000, 10_000);
const DOWN_MS = inForm(2_000, 5_000);
const CUTS = inForm(2, 8);
const PAUSE_MS = 100;
const PATIENCE_MS = inForm(90_000, 300_000);
/** Redis writes its log to the disk every second. */
const REDIS_MAY_LOSE_MS = 1_000;
const CALLERS = 60;

/** A message that was taken, and when it was. */
interface Accepted {
  readonly id: string;
  readonly at: number;
}

describeChaos('store-killed', { apis: 2, workers: 2 }, (chaos) => {
  it('a server that is killed and started again loses no task that was acknowledged', async () => {
    let killedAt = 0;
    await survive(chaos, 'killed', async ({ server }) => {
      killedAt = Date.now();
      await server.kill();
      await delay(DOWN_MS);
      await server.restart();
      return server.kind === 'redis' ? killedAt - REDIS_MAY_LOSE_MS : Number.POSITIVE_INFINITY;
    });
  });

  it('a server that answers nothing for a while is waited for', async () => {
    await survive(chaos, 'paused', async ({ server }) => {
      await server.pause();
      await delay(PAUSED_MS);
      await server.resume();
    });
  });

  it('connections that are cut are made anew', async () => {
    await survive(chaos, 'cut', async ({ server, random }) => {
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
async function survive(
  chaos: Chaos,
  what: 'killed' | 'paused' | 'cut',
  happen: (chaos: Chaos) => Promise<number | void>,
): Promise<void> {
  const { fleet, random } = chaos;
  const pids = () => fleet.members.map(({ process }) => process.child.pid);
  const before = pids();
  const accepting = acceptTasks(chaos);
  await delay(random.between(ARRIVE_OVER_MS / 6, ARRIVE_OVER_MS / 2));
  const health = watchHealth(fleet.members);
  const durableUntil = (await happen(chaos)) ?? Number.POSITIVE_INFINITY;
  const backAt = Date.now();
  await eventually('every process is ready again', async () =>
    (await Promise.all(fleet.members.map((member) => member.isReady()))).every(Boolean),
  );
  const readyAgainMs = Date.now() - backAt;
  const sawUnready = await health.stop();
  const { accepted, refused } = await accepting;

  const states = await listStates(fleet.client());
  const lost = accepted.filter(({ id }) => !states.has(id));
  expect(lost.filter(({ at }) => at < durableUntil)).toEqual([]);
  const there = accepted.filter(({ id }) => states.has(id)).map(({ id }) => id);
  const logs = await readLogs(() => fleet.client(), there, PATIENCE_MS);
  expect(logs.flatMap((log) => faultsOf(log))).toEqual([]);
  expect(logs.filter(({ task }) => task.status.state !== 'TASK_STATE_COMPLETED')).toEqual([]);
  expect(pids()).toEqual(before);
  // Connections that were cut may be back before anybody asks.
  if (what !== 'cut') expect(sawUnready).toEqual(fleet.members.map(({ name }) => name));
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

/** Asks every process again and again how it is. */
function watchHealth(members: readonly FleetMember[]): { stop(): Promise<string[]> } {
  const unready = new Set<string>();
  let over = false;
  const watching = members.map(async (member) => {
    while (!over) {
      if (!(await member.isReady())) unready.add(member.name);
      await delay(100);
    }
  });
  return {
    stop: async () => {
      over = true;
      await Promise.all(watching);
      return members.map(({ name }) => name).filter((name) => unready.has(name));
    },
  };
}
