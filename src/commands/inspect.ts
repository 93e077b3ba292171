import ms from 'ms';
import type { TaskInspection } from '../a2a/datastore/ports/index.js';
import type { A2AOptions } from '../a2a/index.js';
import { withDatastore } from './with-datastore.js';

/**
 * Prints what an operator may want to know of a task, as JSON, once for each owner who has one with this id.
 *
 * @returns how many there are
 * @throws when the datastore can not be used
 */
export async function inspect(options: A2AOptions, taskId: string): Promise<number> {
  const found = await withDatastore(options, async ({ tasks }) => {
    const keys = await tasks.locate(taskId);
    const inspections = await Promise.all(keys.map((key) => tasks.inspect(key)));
    return inspections.filter((one) => one !== undefined);
  });
  for (const inspection of found) {
    console.log(JSON.stringify(readable(inspection), null, 2));
  }
  return found.length;
}

/** The same with times as one says them. */
function readable({ key, leaseMs, dueMs, ...rest }: TaskInspection): object {
  return {
    ...key,
    ...rest,
    lease:
      leaseMs === undefined
        ? 'nobody holds a claim'
        : leaseMs < 0
          ? `lapsed ${spoken(leaseMs)} ago`
          : `lapses in ${spoken(leaseMs)}`,
    recovery:
      dueMs === undefined
        ? 'no turn is open'
        : dueMs < 0
          ? `is due to look since ${spoken(dueMs)}`
          : `looks at the task in ${spoken(dueMs)}`,
  };
}

function spoken(milliseconds: number): string {
  return ms(Math.abs(milliseconds), { long: true });
}
