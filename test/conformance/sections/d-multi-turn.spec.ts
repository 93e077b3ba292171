import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import type { SendMessageResponse, Task } from '../../../src/a2a/index.js';
import { message, messageFor } from '../../support/messages.js';
import { fieldsOf, listed, newId, taskOf } from '../asked.js';
import { describeSection } from '../conformance.js';

const GUARDED = { on: 'guarded' } as const;
const OPERATIONS_PAGE = new URL('../../../docs/operations.md', import.meta.url);

describeSection('D: several turns', ({ row, once }) => {
  row(
    'D-1',
    'a context id that was made for a task stands in it, and in what is told of it',
    async (peer) => {
      const stream = await peer.events('SendStreamingMessage', { message: messageFor('letters') });
      const contexts = stream.map((event) =>
        'task' in event
          ? event.task.contextId
          : (Object.values(event)[0] as { contextId?: string }).contextId,
      );
      expect(contexts[0]).toMatch(/./);
      expect(new Set(contexts).size).toBe(1);
      const [one, two] = [await peer.send('letters'), await peer.send('letters')];
      expect(one.contextId).toMatch(/./);
      expect(two.contextId).not.toBe(one.contextId);
    },
  );

  row('D-1', 'a context id that was made for a message stands in it', async (peer) => {
    const answer = await peer.result('SendMessage', { message: messageFor('reply', 'you') });
    expect(answer).toMatchObject({ message: { contextId: expect.stringMatching(/./) as string } });
  });

  row('D-2', 'a client’s context id is kept by the task and its messages', async (peer) => {
    const contextId = `mine ${newId()}`;
    const task = await taskOf(peer, messageFor('need-input', 'go', { contextId }));
    expect(task).toMatchObject({ contextId, status: { message: { contextId } } });
    expect(await peer.task(task.id)).toMatchObject({ contextId });
  });

  row('D-2', 'a client’s context id is kept by a message', async (peer) => {
    const contextId = newId();
    const params = { message: messageFor('reply', 'you', { contextId }) };
    expect(await peer.result<SendMessageResponse>('SendMessage', params)).toMatchObject({
      message: { contextId },
    });
  });

  row('D-2', 'a context id that is too long is refused, and no other put in its place', async (peer) => {
    const params = { message: messageFor('letters', 'go', { contextId: 'x'.repeat(100_000) }) };
    const before = (await listed(peer)).totalSize;
    const refusal = await peer.refusal('SendMessage', params);
    expect([refusal.reason, ...fieldsOf(refusal)]).toEqual(['INVALID_PARAMS', 'message.contextId']);
    expect((await listed(peer)).totalSize).toBe(before);
  });

  row('D-3', 'a task that does not exist is TASK_NOT_FOUND, in whichever context', async (peer) => {
    const { contextId } = await peer.send('letters');
    for (const members of [{}, { contextId }]) {
      const params = { message: messageFor('letters', 'go', { ...members, taskId: newId() }) };
      for (const operation of ['SendMessage', 'SendStreamingMessage']) {
        const refusal = await peer.refusal(operation, params);
        expect(refusal).toMatchObject({ reason: 'TASK_NOT_FOUND', code: 404 });
      }
    }
    expect((await listed(peer, { contextId })).totalSize).toBe(1);
  });

  row('D-4', 'a message that names its task alone is the task’s next, in its context', async (peer) => {
    const asked = await peer.send('need-input', 'paint');
    const answer = message('blue', { taskId: asked.id });
    const task = await taskOf(peer, answer);
    expect(task).toMatchObject({
      id: asked.id,
      contextId: asked.contextId,
      status: { state: 'TASK_STATE_COMPLETED' },
    });
    const taken = task.history?.find(({ messageId }) => messageId === answer.messageId);
    expect(taken).toMatchObject({ taskId: asked.id, contextId: asked.contextId });
  });

  row('D-4', 'a message that repeats the context of its task is taken too', async (peer) => {
    const { id, contextId } = await peer.send('need-input', 'paint');
    const task = await taskOf(peer, message('blue', { taskId: id, contextId }));
    expect(task).toMatchObject({ id, contextId, status: { state: 'TASK_STATE_COMPLETED' } });
  });

  row(
    'D-5',
    'a message that names a task and another context is refused, and the task waits on',
    async (peer) => {
      const task = await peer.send('need-input', 'paint');
      const other = await peer.send('letters');
      for (const contextId of [newId(), other.contextId]) {
        const params = { message: message('blue', { taskId: task.id, contextId }) };
        const refusal = await peer.refusal('SendMessage', params);
        expect(refusal).toMatchObject({ reason: 'INVALID_PARAMS', code: 400 });
        expect(fieldsOf(refusal)).toEqual(['message.contextId']);
      }
      expect(await peer.task(task.id)).toEqual(task);
    },
  );

  row('D-6', 'a context that has tasks gets one more', async (peer) => {
    const one = await peer.send('need-input');
    const two = await taskOf(peer, messageFor('letters', 'go', { contextId: one.contextId }));
    expect(two.id).not.toBe(one.id);
    expect(two.contextId).toBe(one.contextId);
    expect((await listed(peer, { contextId: one.contextId })).totalSize).toBe(2);
    expect(await peer.task(one.id)).toEqual(one);
  });

  row(
    'D-6',
    'a context id that two callers use is two contexts',
    async (peer) => {
      const contextId = newId();
      const own = await taskOf(peer, messageFor('letters', 'go', { contextId }));
      const bob = await peer.as('bob');
      const bobs = await taskOf(bob, messageFor('letters', 'go', { contextId }));
      expect(bobs.contextId).toBe(contextId);
      expect((await listed(peer, { contextId })).tasks.map(({ id }) => id)).toEqual([own.id]);
      expect((await listed(bob, { contextId })).tasks.map(({ id }) => id)).toEqual([bobs.id]);
    },
    GUARDED,
  );

  row('D-7', 'tasks that are referred to stay with the message', async (peer) => {
    const { id } = await peer.send('letters');
    const task = await taskOf(peer, messageFor('echo', 'go', { referenceTaskIds: [id] }));
    expect(task.history?.[0]?.referenceTaskIds).toEqual([id]);
  });

  row(
    'D-7',
    'another’s task can not be referred to, no more than one that is not there',
    async (peer) => {
      const { id } = await peer.send('letters');
      const bob = await peer.as('bob');
      const refusals = [];
      for (const taskId of [id, newId()]) {
        const params = { message: messageFor('echo', 'go', { referenceTaskIds: [taskId] }) };
        refusals.push(await bob.refusal('SendMessage', params));
      }
      expect(refusals.map(({ reason }) => reason)).toEqual(['TASK_NOT_FOUND', 'TASK_NOT_FOUND']);
      expect(new Set(refusals.map((refusal) => refusal.message)).size).toBe(1);
      const own = messageFor('echo', 'go', { referenceTaskIds: [id] });
      expect(await peer.result<{ task: Task }>('SendMessage', { message: own })).toHaveProperty('task');
    },
    GUARDED,
  );

  once('D-8', 'the page on operations says how long contexts are kept', async () => {
    const page = await readFile(OPERATIONS_PAGE, 'utf8');
    const retention = page.split(/^## /m).find((section) => section.startsWith('Retention'));
    expect(retention).toMatch(/\bcontexts?\b/i);
  });
});
