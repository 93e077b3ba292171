import { expect } from 'vitest';
import type { Task } from '../../../src/a2a/index.js';
import { message, messageFor } from '../../support/messages.js';
import { begun, fieldsOf, listed, newId, taskOf } from '../asked.js';
import { describeSection } from '../conformance.js';
import type { Peer } from '../peer.js';

/** Skills by the end that their tasks come to. */
const ENDED = [
  ['letters', 'TASK_STATE_COMPLETED'],
  ['fail', 'TASK_STATE_FAILED'],
  ['reject', 'TASK_STATE_REJECTED'],
] as const;

/** A task with three messages in its history, and their texts in their order. */
async function conversation(peer: Peer): Promise<{ task: Task; texts: readonly string[] }> {
  const { id } = await peer.send('need-input', 'paint');
  const task = await taskOf(peer, message('blue', { taskId: id }));
  return { task, texts: ['paint', 'Which colour?', 'blue'] };
}

function historyOf({ history = [] }: Task): string[] {
  return history.flatMap(({ parts }) => parts.map((part) => ('text' in part ? part.text : '')));
}

/** The task of a conversation as each operation gives it that bounds the history. */
const READERS: Readonly<Record<string, (peer: Peer, historyLength?: number) => Promise<Task>>> = {
  async SendMessage(peer, historyLength) {
    const { id } = await peer.send('need-input', 'paint');
    return taskOf(peer, message('blue', { taskId: id }), { historyLength });
  },
  async GetTask(peer, historyLength) {
    const { task } = await conversation(peer);
    return peer.result<Task>('GetTask', { id: task.id, historyLength });
  },
  async ListTasks(peer, historyLength) {
    const { task } = await conversation(peer);
    const { tasks } = await listed(peer, { contextId: task.contextId, historyLength });
    return tasks[0]!;
  },
};

describeSection('B: GetTask, CancelTask and historyLength', ({ row, once }) => {
  row('B-15', 'the task comes bare, as it stands', async (peer) => {
    const sent = await peer.send('letters');
    const task = await peer.result<Task>('GetTask', { id: sent.id });
    expect(task).toMatchObject({
      id: sent.id,
      contextId: sent.contextId,
      status: { state: 'TASK_STATE_COMPLETED' },
      artifacts: [{ artifactId: 'letters', parts: [{ text: 'A' }, { text: 'B' }, { text: 'C' }] }],
    });
    expect(task).toEqual(sent);
  });

  row('B-15', 'a task that nobody knows is TASK_NOT_FOUND', async (peer) => {
    const refusal = await peer.refusal('GetTask', { id: newId() });
    expect(refusal).toMatchObject({ reason: 'TASK_NOT_FOUND', code: 404 });
  });

  once('B-15', 'the id is required', async (peer) => {
    const refusal = await peer.refusal('GetTask', {});
    expect([refusal.reason, ...fieldsOf(refusal)]).toEqual(['INVALID_PARAMS', 'id']);
  });

  row('B-24', 'a task that works is canceled, and comes as it is then', async (peer) => {
    const { id } = await begun(peer, 'silent');
    const task = await peer.result<Task>('CancelTask', { id });
    expect(task).toMatchObject({ id, status: { state: 'TASK_STATE_CANCELED' } });
    expect(await peer.task(id)).toEqual(task);
  });

  row('B-24', 'a task that waits for its caller is canceled', async (peer) => {
    for (const skillId of ['need-input', 'need-auth']) {
      const { id } = await peer.send(skillId);
      expect(await peer.result('CancelTask', { id })).toMatchObject({
        id,
        status: { state: 'TASK_STATE_CANCELED' },
      });
    }
  });

  for (const [skillId, state] of ENDED) {
    row('B-24', `a task that is ${state} is TASK_NOT_CANCELABLE and stays so`, async (peer) => {
      const task = await peer.send(skillId);
      expect(task.status.state).toBe(state);
      const refusal = await peer.refusal('CancelTask', { id: task.id });
      expect(refusal).toMatchObject({ reason: 'TASK_NOT_CANCELABLE', code: 400 });
      expect(await peer.task(task.id)).toEqual(task);
    });
  }

  row('B-24', 'a task that nobody knows is TASK_NOT_FOUND', async (peer) => {
    const refusal = await peer.refusal('CancelTask', { id: newId() });
    expect(refusal).toMatchObject({ reason: 'TASK_NOT_FOUND', code: 404 });
  });

  row('B-25', 'the second call changes nothing, and is told so', async (peer) => {
    const { id } = await begun(peer, 'silent');
    const canceled = await peer.result<Task>('CancelTask', { id });
    expect(await peer.refusal('CancelTask', { id })).toMatchObject({ reason: 'TASK_NOT_CANCELABLE' });
    expect(await peer.task(id)).toEqual(canceled);
  });

  row('B-25', 'of several calls at once one cancels', async (peer) => {
    const { id } = await begun(peer, 'silent');
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => peer.binding.call('CancelTask', { id, metadata: { why: 'enough' } })),
    );
    const [one, ...more] = outcomes.filter((outcome) => 'result' in outcome);
    expect(one).toMatchObject({ result: { status: { state: 'TASK_STATE_CANCELED' } } });
    expect(more).toEqual([]);
    for (const outcome of outcomes)
      if (!('result' in outcome)) expect(outcome).toMatchObject({ error: { reason: 'TASK_NOT_CANCELABLE' } });
  });

  for (const [operation, read] of Object.entries(READERS)) {
    row(
      'B-26',
      `${operation} gives the newest messages, in their order, and no more than asked for`,
      async (peer) => {
        expect(historyOf(await read(peer, 2))).toEqual(['Which colour?', 'blue']);
        expect(historyOf(await read(peer, 1))).toEqual(['blue']);
        expect(historyOf(await read(peer, 10))).toEqual(['paint', 'Which colour?', 'blue']);
      },
    );

    row('B-26', `${operation} leaves the member out for 0`, async (peer) => {
      expect(await read(peer, 0)).not.toHaveProperty('history');
    });

    row('B-26', `${operation} refuses a negative length`, async (peer) => {
      const { id } = await peer.send('letters');
      const params = {
        SendMessage: { message: messageFor('letters'), configuration: { historyLength: -1 } },
        GetTask: { id, historyLength: -1 },
        ListTasks: { historyLength: -1 },
      }[operation];
      const refusal = await peer.refusal(operation, params);
      expect(refusal.reason).toBe('INVALID_PARAMS');
      expect(fieldsOf(refusal)).toEqual([expect.stringMatching(/historyLength$/)]);
    });
  }

  row(
    'B-26',
    'without a length the task of SendMessage and GetTask has all of its messages',
    async (peer) => {
      const { task, texts } = await conversation(peer);
      expect(historyOf(task)).toEqual(texts);
      expect(historyOf(await peer.task(task.id))).toEqual(texts);
    },
  );
});
