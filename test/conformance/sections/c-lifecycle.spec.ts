import { expect } from 'vitest';
import type { Message, SendMessageResponse, Task } from '../../../src/a2a/index.js';
import { eventually } from '../../support/eventually.js';
import { artifactTexts, message, messageFor } from '../../support/messages.js';
import { begun, listed, newId, taskOf } from '../asked.js';
import { describeSection } from '../conformance.js';
import type { Peer } from '../peer.js';

/** How a task of each terminal state is made. */
const ENDED: readonly (readonly [state: string, make: (peer: Peer) => Promise<Task>])[] = [
  ['TASK_STATE_COMPLETED', (peer) => peer.send('letters')],
  ['TASK_STATE_FAILED', (peer) => peer.send('fail')],
  ['TASK_STATE_REJECTED', (peer) => peer.send('reject')],
  [
    'TASK_STATE_CANCELED',
    async (peer) => peer.result<Task>('CancelTask', { id: (await begun(peer, 'silent')).id }),
  ],
];

function textsOf(messages: readonly Message[] = []): string[] {
  return messages.flatMap(({ parts }) => parts.map((part) => ('text' in part ? part.text : '')));
}

describeSection('C: the life of a task', ({ row }) => {
  row('C-1', 'every state has its name', async (peer) => {
    const working = await begun(peer, 'silent');
    await peer.result('CancelTask', { id: working.id });
    const states = [
      working.status.state,
      (await peer.send('need-input')).status.state,
      (await peer.send('need-auth')).status.state,
    ];
    for (const [, make] of ENDED) states.push((await make(peer)).status.state);
    expect(states).toEqual([
      'TASK_STATE_WORKING',
      'TASK_STATE_INPUT_REQUIRED',
      'TASK_STATE_AUTH_REQUIRED',
      'TASK_STATE_COMPLETED',
      'TASK_STATE_FAILED',
      'TASK_STATE_REJECTED',
      'TASK_STATE_CANCELED',
    ]);
  });

  row('C-1', 'a task that nobody works on yet is SUBMITTED', async (peer) => {
    const { id, status } = await peer.send('silent', 'go', { returnImmediately: true });
    expect(status.state).toBe('TASK_STATE_SUBMITTED');
    await peer.result('CancelTask', { id });
  });

  for (const [state, make] of ENDED) {
    row('C-2', `a task that is ${state} takes no message and stays as it is`, async (peer) => {
      const task = await make(peer);
      expect(task.status.state).toBe(state);
      const params = { message: message('more', { taskId: task.id }) };
      for (const operation of ['SendMessage', 'SendStreamingMessage']) {
        const refusal = await peer.refusal(operation, params);
        expect(refusal).toMatchObject({ reason: 'UNSUPPORTED_OPERATION' });
      }
      expect(await peer.task(task.id)).toEqual(task);
    });
  }

  row('C-2', 'a handler that works on after the task is canceled changes nothing', async (peer) => {
    const { id } = await begun(peer, 'sleep-deaf', 'sleep 1');
    const canceled = await peer.result<Task>('CancelTask', { id });
    const isAwake = async () => (await peer.agent.observations()).lines.includes(`woke ${id}`);
    await eventually('the handler has ended', isAwake);
    // A task that is made after it and ends shows that what the handler gave would have been written by now.
    await peer.send('letters');
    expect(await peer.task(id)).toEqual(canceled);
  });

  row('C-2', 'what follows is a new task in the same context that refers to the one before', async (peer) => {
    const before = await peer.send('letters');
    const { id, contextId } = before;
    const follow = messageFor('letters', 'go', { contextId, referenceTaskIds: [id] });
    const after = await taskOf(peer, follow);
    expect(after.id).not.toBe(id);
    expect(after).toMatchObject({ contextId, status: { state: 'TASK_STATE_COMPLETED' } });
    expect(await peer.task(id)).toEqual(before);
  });

  row('C-3', 'tasks get ids that are none of the message’s, and each its own', async (peer) => {
    const order = messageFor('letters');
    const [one, two] = [await taskOf(peer, order), await peer.send('letters')];
    expect(one.id).toMatch(/./);
    expect(one.id).not.toBe(two.id);
    expect([order.messageId, one.contextId]).not.toContain(one.id);
  });

  row('C-3', 'an id of the client’s makes no task', async (peer) => {
    const [contextId, taskId] = [newId(), newId()];
    const params = { message: messageFor('letters', 'go', { contextId, taskId }) };
    expect(await peer.refusal('SendMessage', params)).toMatchObject({ reason: 'TASK_NOT_FOUND' });
    expect(await peer.refusal('GetTask', { id: taskId })).toMatchObject({ reason: 'TASK_NOT_FOUND' });
    expect((await listed(peer, { contextId })).totalSize).toBe(0);
  });

  row('C-4', 'a task has an id, a context, and a status with a state and a time', async (peer) => {
    const task = await peer.send('letters');
    expect(task).toMatchObject({
      id: expect.stringMatching(/./) as string,
      contextId: expect.stringMatching(/./) as string,
      status: {
        state: 'TASK_STATE_COMPLETED',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/) as string,
      },
    });
  });

  row('C-4', 'a message of the agent in a task names the task and its context', async (peer) => {
    const { id, contextId, status } = await peer.send('need-input');
    expect(status.message).toMatchObject({
      messageId: expect.stringMatching(/./) as string,
      role: 'ROLE_AGENT',
      taskId: id,
      contextId,
      parts: [{ text: 'Which colour?' }],
    });
  });

  row('C-4', 'a message of the agent without a task names a context alone', async (peer) => {
    const params = { message: messageFor('reply', 'you') };
    const answer = await peer.result<SendMessageResponse>('SendMessage', params);
    expect(answer).toMatchObject({
      message: { role: 'ROLE_AGENT', contextId: expect.stringMatching(/./) as string },
    });
    expect('message' in answer && answer.message).not.toHaveProperty('taskId');
  });

  row('C-7', 'history has the messages of both sides in their order', async (peer) => {
    const { id } = await peer.send('need-input', 'paint');
    await taskOf(peer, message('again', { taskId: id }));
    const { history } = await taskOf(peer, message('blue', { taskId: id }));
    expect(textsOf(history)).toEqual(['paint', 'Which colour?', 'again', 'Which colour?', 'blue']);
    expect(history?.map(({ role }) => role)).toEqual([
      'ROLE_USER',
      'ROLE_AGENT',
      'ROLE_USER',
      'ROLE_AGENT',
      'ROLE_USER',
    ]);
  });

  row('C-8', 'a task that waits for an authorisation takes a message and goes on', async (peer) => {
    const { id, status } = await peer.send('need-auth');
    expect(status.state).toBe('TASK_STATE_AUTH_REQUIRED');
    const task = await taskOf(peer, message('I have', { taskId: id }));
    expect(task).toMatchObject({ id, status: { state: 'TASK_STATE_COMPLETED' } });
  });

  row('C-8', 'a task that works takes a message, and answers it after the one before', async (peer) => {
    const { id } = await begun(peer, 'sleep', 'sleep 1');
    const task = await taskOf(peer, message('sleep 0.1', { taskId: id }));
    expect(task).toMatchObject({ id, status: { state: 'TASK_STATE_COMPLETED' } });
    expect(task.artifacts?.flatMap(({ parts }) => parts)).toEqual([
      { text: 'slept 1' },
      { text: 'slept 0.1' },
    ]);
  });

  row('C-9', 'a result that is made anew keeps its name and is an artifact of another task', async (peer) => {
    const before = await peer.send('letters');
    const { id, contextId } = before;
    const after = await taskOf(peer, messageFor('letters', 'go', { contextId, referenceTaskIds: [id] }));
    expect(after.artifacts?.map(({ name }) => name)).toEqual(['Letters']);
    expect((await peer.task(id)).artifacts).toEqual(before.artifacts);
  });

  row('C-9', 'a later turn gives an artifact of its own, and leaves the earlier one', async (peer) => {
    const { id } = await peer.send('sleep', 'sleep 0.5', { returnImmediately: true });
    const task = await taskOf(peer, message('sleep 0.1', { taskId: id }));
    const [one, two] = task.artifacts!.map(({ artifactId }) => artifactId);
    expect(two).not.toBe(one);
    expect(artifactTexts(task, one)).toEqual(['slept 0.5']);
  });

  row('C-9', 'in a task no skill that answers with messages takes over', async (peer) => {
    const { id } = await peer.send('need-input');
    const answer = messageFor('reply', 'you', { taskId: id });
    expect(await peer.refusal('SendMessage', { message: answer })).toMatchObject({
      reason: 'INVALID_PARAMS',
    });
    expect(await peer.result('SendMessage', { message: message('you', { taskId: id }) })).toMatchObject({
      task: { id },
    });
  });
});
