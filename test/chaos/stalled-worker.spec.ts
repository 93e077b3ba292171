import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { describeChaos, inForm } from '../support/fleet/chaos-suite.js';
import type { Fleet, Note } from '../support/fleet/fleet.js';
import { artifactFaultsOf, faultsOf, readLogs, type TaskLog } from '../support/fleet/load/task-log.js';
import { beginAll } from '../support/fleet/load/workload.js';
import { eventually } from '../support/eventually.js';

const TASKS = 6;
const OUTPUTS = 15;
/** So that a task takes about four seconds, and one that is taken over still runs when the first worker wakes up. */
const PAUSE_MS = 500;
/** Long enough for what the woken worker still wants to write. */
const AFTERMATH_MS = 1_500;
const ROUNDS = inForm(1, 5);

describeChaos('stalled-worker', { apis: 1, workers: 2 }, (chaos) => {
  it.each([
    ['while the other works', false],
    ['after the other has finished', true],
  ])(
    'BC-49 a worker that was stopped for longer than its lease and wakes up %s writes nothing',
    async (_, late) => {
      let takenOver = 0;
      for (let round = 0; round < ROUNDS; round += 1) takenOver += await expectOldWritesRefused(late);
      chaos.report({
        [`taken over, ${late ? 'woken after the end' : 'woken meanwhile'}`]: takenOver,
        'writes of the old attempt accepted': 0,
      });
    },
  );

  async function expectOldWritesRefused(late: boolean): Promise<number> {
    const { fleet, random } = chaos;
    const client = () => fleet.client();
    const plans = Array.from({ length: TASKS }, () => ({
      seed: random.between(1, 1_000_000),
      outputs: OUTPUTS,
    }));
    const undisturbed = await readLogs(client, await beginAll(client, plans, 0), 60_000);

    const ids = await beginAll(client, plans, PAUSE_MS);
    const begun = await eventually('all tasks are worked on', () => {
      const notes = beginnings(fleet, ids);
      return notes.length === TASKS && notes;
    });
    await delay(random.between(200, 1_200));
    const { pid } = random.pick(begun);
    const worker = fleet.workers.find(({ process }) => process.child.pid === pid)!;
    const stalled = begun.filter((note) => note.pid === pid).map(({ task }) => task);
    worker.pause();
    const reading = readLogs(client, ids, 60_000);
    await eventually('the other worker has taken over', () => {
      const others = beginnings(fleet, stalled).filter((note) => note.pid !== pid);
      return others.length === stalled.length;
    });
    if (late) await reading;
    worker.resume();
    await reading;
    await delay(AFTERMATH_MS);

    const logs = await readLogs(client, ids, 60_000);
    expect(logs.flatMap((log) => faultsOf(log))).toEqual([]);
    expect(logs.flatMap((log, index) => artifactFaultsOf(log, undisturbed[index]!.task))).toEqual([]);
    // Whatever the old attempt wrote came before the new one's first event, so the last events are the new one's.
    expect(logs.map((log) => outputsOf(log).slice(-OUTPUTS))).toEqual(
      undisturbed.map((log) => outputsOf(log)),
    );
    return stalled.length;
  }
});

function beginnings({ notes }: Fleet, ids: readonly string[]): Note[] {
  return notes.filter(({ what, task }) => what === 'begin' && ids.includes(task));
}

/** The artifact events, without what names the task. */
function outputsOf({ events }: TaskLog): unknown[] {
  return events.flatMap(({ response }) => {
    if (!('artifactUpdate' in response)) return [];
    const { taskId: _taskId, contextId: _contextId, ...update } = response.artifactUpdate;
    return [update];
  });
}
