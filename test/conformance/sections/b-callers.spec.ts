import { expect } from 'vitest';
import { message, messageFor } from '../../support/messages.js';
import { begun, fieldsOf, listed, newId, notSubscribed, taskOf } from '../asked.js';
import { describeSection } from '../conformance.js';

const GUARDED = { on: 'guarded' } as const;
const NOT_FOUND = { reason: 'TASK_NOT_FOUND', code: 404 };

/** Another's task is told from none at all by nothing: the rows are tried with bob and a task of alice. */
describeSection('B: callers and what is theirs', ({ row }) => {
  row(
    'B-4',
    'a message to another’s task is TASK_NOT_FOUND, and the task takes nothing of it',
    async (peer) => {
      const task = await peer.send('need-input');
      const bob = await peer.as('bob');
      const params = { message: message('blue', { taskId: task.id }) };
      expect(await bob.refusal('SendMessage', params)).toMatchObject(NOT_FOUND);
      expect(await peer.task(task.id)).toEqual(task);
    },
    GUARDED,
  );

  row(
    'B-7',
    'a message that comes again leads to the same task, which is made once',
    async (peer) => {
      const contextId = newId();
      const order = messageFor('echo', 'order', { contextId });
      const first = await taskOf(peer, order);
      expect(await taskOf(peer, order)).toEqual(first);
      expect((await listed(peer, { contextId })).totalSize).toBe(1);
    },
    GUARDED,
  );

  row(
    'B-7',
    'an id that was used for another message is refused',
    async (peer) => {
      const order = messageFor('echo', 'order');
      await taskOf(peer, order);
      const refusal = await peer.refusal('SendMessage', {
        message: { ...order, parts: [{ text: 'other' }] },
      });
      expect([refusal.reason, ...fieldsOf(refusal)]).toEqual(['INVALID_PARAMS', 'message.messageId']);
    },
    GUARDED,
  );

  row(
    'B-15',
    'another’s task is not found, as if there were none',
    async (peer) => {
      const { id } = await peer.send('letters');
      const bob = await peer.as('bob');
      const refusal = await bob.refusal('GetTask', { id });
      expect(refusal).toMatchObject(NOT_FOUND);
      const none = await bob.refusal('GetTask', { id: newId() });
      expect(refusal.message).toBe(none.message);
      expect(await peer.task(id)).toMatchObject({ id });
    },
    GUARDED,
  );

  row(
    'B-16',
    'nobody sees another’s tasks, with or without filters',
    async (peer) => {
      const contextId = newId();
      const own = await taskOf(peer, messageFor('letters', 'go', { contextId }));
      const bob = await peer.as('bob');
      const bobs = await taskOf(bob, messageFor('letters', 'go', { contextId }));
      const { timestamp: statusTimestampAfter } = own.status;
      for (const filters of [
        {},
        { contextId },
        { status: 'TASK_STATE_COMPLETED' },
        { statusTimestampAfter },
        { contextId, status: 'TASK_STATE_COMPLETED', statusTimestampAfter, pageSize: 100 },
      ]) {
        const ofAlice = new Set((await listed(peer, filters)).tasks.map(({ id }) => id));
        const ofBob = new Set((await listed(bob, filters)).tasks.map(({ id }) => id));
        expect([ofAlice.has(own.id), ofAlice.has(bobs.id)]).toEqual([true, false]);
        expect([ofBob.has(bobs.id), ofBob.has(own.id)]).toEqual([true, false]);
      }
      expect((await listed(bob, { contextId })).totalSize).toBe(1);
    },
    GUARDED,
  );

  row(
    'B-24',
    'another’s task is not found, and goes on',
    async (peer) => {
      const { id } = await begun(peer, 'silent');
      const bob = await peer.as('bob');
      expect(await bob.refusal('CancelTask', { id })).toMatchObject(NOT_FOUND);
      expect((await peer.task(id)).status.state).toBe('TASK_STATE_WORKING');
      await peer.result('CancelTask', { id });
    },
    GUARDED,
  );

  row(
    'B-28',
    'another’s task is not found',
    async (peer) => {
      const { id } = await peer.send('need-input');
      const bob = await peer.as('bob');
      expect(await notSubscribed(bob, id)).toMatchObject(NOT_FOUND);
    },
    GUARDED,
  );
});
