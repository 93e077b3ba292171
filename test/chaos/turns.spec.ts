import { expect, it } from 'vitest';
import type { Message, Task } from '../../src/a2a/index.js';
import { type Chaos, describeChaos, inForm } from '../support/fleet/chaos-suite.js';
import { faultsOf, inParallel, readLogs } from '../support/fleet/load/task-log.js';
import { eventually } from '../support/eventually.js';
import { artifactTexts, messageFor, textsOf } from '../support/messages.js';

const ROUNDS = inForm(4, 40);
const ROUNDS_AT_ONCE = 4;
const ANSWERS = 3;
/** Long enough for the others to be taken before the first has completed the task. */
const ANSWER_MS = 800;
const WAITING = 10;
/** Long enough for as many messages to come as may wait. */
const FIRST_ANSWER_MS = 4_000;

describeChaos('turns', { apis: 2, workers: 2 }, (chaos) => {
  it('three concurrent answers to one question run one after the other, in the order in which they were taken', async () => {
    const rounds = await inParallel(Array.from({ length: ROUNDS }), ROUNDS_AT_ONCE, async () => {
      const { id } = await question(chaos);
      await Promise.all(
        Array.from({ length: ANSWERS }, (_, index) =>
          chaos.fleet.client(index).begin(answer(id, `answer ${index} ${ANSWER_MS}`)),
        ),
      );
      return id;
    });
    await expectInOrder(chaos, rounds, ANSWERS);
    chaos.report({
      'questions answered three times at once': ROUNDS,
      'out of order': 0,
      'at the same time': 0,
    });
  });

  it('the order stays when the worker is killed between two answers', async () => {
    const { fleet, random } = chaos;
    const { id } = await question(chaos);
    for (let index = 0; index < ANSWERS; index += 1) {
      await fleet.client(index).begin(answer(id, `answer ${index} ${ANSWER_MS}`));
    }
    const turn = random.between(2, ANSWERS + 1);
    const { pid } = await eventually('a worker is at that turn', () =>
      fleet.notes.find(({ what, task, number }) => what === 'begin' && task === id && number === turn),
    );
    const worker = fleet.workers.find(({ process }) => process.child.pid === pid)!;
    await worker.kill();
    await expectInOrder(chaos, [id], ANSWERS);
    await worker.start();
    await worker.ready();
  });

  it(`at most ${WAITING} messages wait in a task, the next is told to try again, and then can`, async () => {
    const { fleet } = chaos;
    const { id } = await question(chaos);
    await fleet.client().begin(answer(id, `first ${FIRST_ANSWER_MS}`));
    await eventually('the first answer is worked on', () =>
      fleet.notes.some(({ what, task, number }) => what === 'begin' && task === id && number === 2),
    );
    const results = await Promise.all(
      Array.from({ length: WAITING + 3 }, (_, index) =>
        fleet.client(index).ask('SendMessage', {
          message: answer(id, `waiting ${index} 20`),
          configuration: { returnImmediately: true },
        }),
      ),
    );
    const refused = results.flatMap(({ error }) => (error ? [error] : []));
    expect(refused).toHaveLength(3);
    for (const error of refused) expect(JSON.stringify(error)).toMatch(/"retryable":"true"|"retryDelay"/);
    await eventually('there is room again', async () => {
      const { result } = await fleet.client().ask('SendMessage', {
        message: answer(id, 'once more 20'),
        configuration: { returnImmediately: true },
      });
      return result !== undefined;
    });
    await expectInOrder(chaos, [id], 1 + WAITING + 1);
  });
});

/** @returns a task that waits for an answer */
async function question({ fleet }: Chaos): Promise<Task> {
  const task = await fleet.client().send(messageFor('ask'));
  expect(task.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
  return task;
}

function answer(taskId: string, text: string): Message {
  return { ...messageFor('ask', text), taskId };
}

/** Waits for the tasks to end, and compares what ran with the order in which the messages stand in the history. */
async function expectInOrder({ fleet }: Chaos, ids: readonly string[], answers: number): Promise<void> {
  const logs = await readLogs(() => fleet.client(), ids, 90_000);
  expect(logs.flatMap((log) => faultsOf(log, answers))).toEqual([]);
  for (const { task } of logs) {
    expect(task.status.state).toBe('TASK_STATE_COMPLETED');
    const taken = task.history?.filter(({ role }) => role === 'ROLE_USER').slice(1) ?? [];
    expect(taken).toHaveLength(answers);
    const told = taken.map((_, index) => artifactTexts(task, `result-${index + 2}`).join(''));
    expect(told).toEqual(taken.map(({ parts }) => textsOf(parts).join('')));
    expectOneAfterTheOther(fleet.notes.filter((note) => note.task === task.id));
  }
}

/** An attempt that was killed has a beginning and no end; the next one begins the same turn again. */
function expectOneAfterTheOther(notes: Chaos['fleet']['notes']): void {
  const words = notes.map(({ what, number }) => `${what} ${number}`);
  const [first = 0, last = 0] = [notes[0]?.number, notes.at(-1)?.number];
  const once = words.filter((word, index) => word !== words[index + 1]);
  const expected = Array.from({ length: last - first + 1 }, (_, index) => [
    `begin ${first + index}`,
    `end ${first + index}`,
  ]);
  expect(once).toEqual(expected.flat());
}
