import { setTimeout as delay } from 'node:timers/promises';
import type { Task } from '../../../../src/a2a/index.js';
import { messageFor } from '../../messages.js';
import type { SeededRandom } from '../../seeded-random.js';
import type { JsonRpcClient } from '../../json-rpc-client.js';
import { inParallel } from './task-log.js';

/** Requests at a time. */
const CALLERS = 16;

/** A task whose outputs are known by its seed. */
export interface Plan {
  readonly seed: number;
  readonly outputs: number;
}

/** @returns plans of tasks with 5 to 20 events */
export function planTasks(random: SeededRandom, count: number): Plan[] {
  return Array.from({ length: count }, () => ({
    seed: random.between(1, 1_000_000),
    // SUBMITTED, WORKING and COMPLETED are events too.
    outputs: random.between(2, 17),
  }));
}

/** The message that begins a planned task. */
export function messageOf({ seed, outputs }: Plan, pauseMs: number) {
  return messageFor('events', `${seed} ${outputs} ${pauseMs}`);
}

/**
 * Begins the planned tasks.
 *
 * @param overMs they come evenly over this time
 * @returns their ids, in the order of the plans
 */
export function beginAll(
  client: (index: number) => JsonRpcClient,
  plans: readonly Plan[],
  pauseMs: number,
  overMs = 0,
): Promise<string[]> {
  const began = Date.now();
  return inParallel(plans, CALLERS, async (plan, index) => {
    await delay(Math.max(0, began + (overMs * index) / plans.length - Date.now()));
    const { id } = await client(index).begin(messageOf(plan, pauseMs));
    return id;
  });
}

/** Runs the planned tasks with nobody in their way. @returns them as they are then */
export function runUndisturbed(client: JsonRpcClient, plans: readonly Plan[]): Promise<Task[]> {
  return inParallel(plans, CALLERS, async (plan) => {
    const task = await client.send(messageOf(plan, 0));
    if (task.status.state !== 'TASK_STATE_COMPLETED') throw new Error(`Undisturbed: ${JSON.stringify(task)}`);
    return task;
  });
}
