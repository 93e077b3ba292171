import { expect } from 'vitest';
import type { ListTasksResponse, Task } from '../../../src/a2a/index.js';
import { messageFor } from '../../support/messages.js';
import { describeSection } from '../conformance.js';
import type { Peer } from '../peer.js';
import { ask, httpOf } from '../raw.js';

/** A task that was made in a tenant. */
async function madeIn(tenant: string | undefined, peer: Peer, skillId = 'echo'): Promise<Task> {
  const { task } = await peer.result<{ task: Task }>('SendMessage', { tenant, message: messageFor(skillId) });
  return task;
}

describeSection('I: tenants', ({ row, once }) => {
  row('I-2', 'a task is found in the tenant in which it was made, and in no other', async (peer) => {
    const { id, contextId } = await madeIn('acme', peer);
    expect(await peer.result('GetTask', { tenant: 'acme', id })).toMatchObject({ id });
    for (const tenant of [undefined, 'ACME', 'other']) {
      expect(await peer.refusal('GetTask', { tenant, id })).toMatchObject({ reason: 'TASK_NOT_FOUND' });
      expect(await peer.result('ListTasks', { tenant, contextId })).toMatchObject({ totalSize: 0 });
    }
    expect(await peer.result('ListTasks', { tenant: 'acme', contextId })).toMatchObject({ totalSize: 1 });
  });

  row('I-2', 'a task without a tenant is in none', async (peer) => {
    const { id } = await madeIn(undefined, peer);
    expect(await peer.task(id)).toMatchObject({ id });
    expect(await peer.refusal('GetTask', { tenant: 'acme', id })).toMatchObject({ reason: 'TASK_NOT_FOUND' });
  });

  row('I-2', 'cancelling and following look in the tenant too', async (peer) => {
    const { id } = await madeIn('acme', peer, 'need-input');
    for (const operation of ['CancelTask', 'SubscribeToTask'])
      expect(await peer.refusal(operation, { id })).toMatchObject({ reason: 'TASK_NOT_FOUND' });
    expect(await peer.result('CancelTask', { tenant: 'acme', id })).toMatchObject({
      status: { state: 'TASK_STATE_CANCELED' },
    });
  });

  row('I-2', 'a tenant is any text', async (peer) => {
    const tenant = 'Ä/b c?&=#:%';
    const { id } = await madeIn(tenant, peer);
    expect(await peer.result('GetTask', { tenant, id })).toMatchObject({ id });
  });

  once('I-2', 'the tenant may stand before the path', async (peer) => {
    const http = httpOf(peer);
    const { task } = await http.call<{ task: Task }>('POST', '/acme/message:send', {
      message: messageFor('echo'),
    });
    expect(await http.call('GET', `/acme/tasks/${task.id}`)).toMatchObject({ id: task.id });
    expect(await peer.result('GetTask', { tenant: 'acme', id: task.id })).toMatchObject({ id: task.id });
    expect((await http.request('GET', `/tasks/${task.id}`)).status).toBe(404);
    const { tasks } = await http.call<ListTasksResponse>('GET', `/acme/tasks?contextId=${task.contextId}`);
    expect(tasks.map(({ id }) => id)).toEqual([task.id]);
  });

  once('I-2', 'what stands before the path wins over body and query', async (peer) => {
    const http = httpOf(peer);
    const { task } = await http.call<{ task: Task }>('POST', '/acme/message:send', {
      tenant: 'other',
      message: messageFor('echo'),
    });
    expect(await http.call('GET', `/acme/tasks/${task.id}?tenant=other`)).toMatchObject({ id: task.id });
    expect((await http.request('GET', `/tasks/${task.id}?tenant=other`)).status).toBe(404);
  });

  row(
    'I-3',
    'who names the tenant of another finds nothing of theirs',
    async (peer) => {
      const { id, contextId } = await madeIn('acme', peer);
      const bob = await peer.as('bob');
      expect(await bob.refusal('GetTask', { tenant: 'acme', id })).toMatchObject({
        reason: 'TASK_NOT_FOUND',
      });
      expect(await bob.result('ListTasks', { tenant: 'acme' })).toMatchObject({ tasks: [], totalSize: 0 });
      expect(await peer.result('ListTasks', { tenant: 'acme', contextId })).toMatchObject({ totalSize: 1 });
    },
    { on: 'guarded' },
  );

  row(
    'I-3',
    'a tenant is no credential',
    async (peer) => {
      const params = { tenant: 'acme' };
      const answer = await ask(peer, { method: 'ListTasks', params, http: ['GET', '/acme/tasks'] });
      expect(answer.status).toBe(401);
    },
    { on: 'guarded' },
  );
});
