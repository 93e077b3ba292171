import { expect, it } from 'vitest';
import { describeChaos, inForm } from '../support/fleet/chaos-suite.js';
import { ResilientReader } from '../support/fleet/load/resilient-reader.js';
import { faultsOf, readLogs } from '../support/fleet/load/task-log.js';
import { messageOf, planTasks } from '../support/fleet/load/workload.js';
import { eventually } from '../support/eventually.js';
import { taskIdOf } from '../support/json-rpc-stream.js';
import { endsTask } from '../support/fleet/load/resilient-reader.js';

const STREAMS = inForm(40, 200);
const PAUSE_MS = 200;
const PATIENCE_MS = inForm(90_000, 240_000);

describeChaos('api-killed', { apis: 2, workers: inForm(1, 2) }, (chaos) => {
  it(`BC-50 ${STREAMS} streams over two API processes, one of them killed: every client has every event once, in order`, async () => {
    const { fleet, random } = chaos;
    const killed = random.between(0, 1);
    const other = 1 - killed;
    const streams = await Promise.all(
      planTasks(random, STREAMS).map((plan, index) =>
        fleet.client(index).stream('SendStreamingMessage', { message: messageOf(plan, PAUSE_MS) }),
      ),
    );
    const ids = await Promise.all(streams.map((stream) => taskIdOf(stream)));
    const late = new Set(ids.filter(() => random.chance(0.3)));
    const untilEnded = async (id: string) => {
      if (!late.has(id)) return;
      await eventually(
        'the task has ended',
        async () => endsTask({ task: await fleet.client(other).task(id) }),
        PATIENCE_MS,
      );
    };
    const reading = streams.map((stream) =>
      new ResilientReader(() => fleet.client(other), PATIENCE_MS, untilEnded).adopt(stream),
    );
    const share = random.between(15, 40) / 100;
    await eventually(
      'some tasks have ended',
      () => streams.filter(({ end }) => end !== undefined).length >= STREAMS * share,
      PATIENCE_MS,
    );
    await fleet.apis[killed]!.kill();
    const readers = await Promise.all(reading);

    const logs = await readLogs(() => fleet.client(other), ids, PATIENCE_MS);
    expect(logs.flatMap((log) => faultsOf(log))).toEqual([]);
    for (const [index, { events }] of readers.entries()) {
      const [begin, ...rest] = events;
      // The stream begins with the task as it stood at that number, then come the events after it.
      expect([ids[index], rest]).toEqual([ids[index], logs[index]!.events.slice(begin?.id)]);
    }
    const cut = readers.filter(({ resumptions }) => resumptions > 0);
    const undisturbed = readers.filter((_, index) => index % 2 === other);
    expect(undisturbed.filter(({ resumptions }) => resumptions > 0)).toEqual([]);
    expect(cut.length).toBeGreaterThan(0);
    const resumedLate = ids.filter((id, index) => late.has(id) && readers[index]!.resumptions > 0);
    expect(resumedLate.length).toBeGreaterThan(0);
    chaos.report({
      streams: STREAMS,
      'streams cut': cut.length,
      'resumed after the end of the task': resumedLate.length,
      events: readers.reduce((sum, { events }) => sum + events.length, 0),
      'lost or doubled': 0,
    });
    await fleet.apis[killed]!.start();
    await fleet.apis[killed]!.ready();
  });
});
