import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../../../src/a2a/datastore/ports/index.js';
import type { Message } from '../../../../src/a2a/protocol/index.js';
import { newTaskId } from '../../../../src/a2a/tasks/task-id.js';
import { counting, LEASE_MS, mustCreate, newTask, type UnderTest } from '../fixtures.js';

/** Messages that are answered with a message. */
export function describeReplies(underTest: UnderTest): void {
  const deliveries = () => underTest().deliveries;
  const newOwner = () => newTask().key.owner;
  const newDelivery = (windowMs = 60_000): Delivery => ({ messageId: randomUUID(), digest: 'd', windowMs });
  const reply = (text: string): Message => ({
    messageId: randomUUID(),
    role: 'ROLE_AGENT',
    parts: [{ text }],
    metadata: { '\u0000': ['\ud800', null] },
  });

  describe('a message that is answered with a message', () => {
    it('is one of 20 callers to answer, and pending for the others (BC-18)', async () => {
      const [owner, delivery] = [newOwner(), newDelivery()];
      const begun = await Promise.all(
        counting(1, 20).map(() => deliveries().begin(owner, delivery, LEASE_MS)),
      );
      expect(begun.filter((delivered) => delivered === undefined)).toHaveLength(1);
      expect(begun.filter((delivered) => delivered?.as === 'pending')).toHaveLength(19);
      expect(await deliveries().find(owner, delivery)).toEqual({ as: 'pending' });
    });

    it('gives the same reply when it comes again, a conflict when it has changed (BC-18)', async () => {
      const [owner, delivery, answer] = [newOwner(), newDelivery(), reply('hi')];
      await deliveries().begin(owner, delivery, LEASE_MS);
      await deliveries().end(owner, delivery, answer);
      const replied = { as: 'reply', reply: answer };
      expect(await deliveries().find(owner, delivery)).toEqual(replied);
      expect(await deliveries().begin(owner, delivery, LEASE_MS)).toEqual(replied);
      const changed = { ...delivery, digest: 'other' };
      expect(await deliveries().find(owner, changed)).toEqual({ as: 'conflict' });
      expect(await deliveries().begin(owner, changed, LEASE_MS)).toEqual({ as: 'conflict' });
      expect(await deliveries().begin(newOwner(), changed, LEASE_MS)).toBeUndefined();
    });

    it('counts as never delivered when it ended without a reply', async () => {
      const [owner, delivery] = [newOwner(), newDelivery()];
      await deliveries().begin(owner, delivery, LEASE_MS);
      await deliveries().end(owner, delivery);
      expect(await deliveries().find(owner, delivery)).toBeUndefined();
      expect(await deliveries().begin(owner, { ...delivery, digest: 'other' }, LEASE_MS)).toBeUndefined();
    });

    it('is begun anew after its lease, and the first reply stays', async () => {
      const [owner, delivery] = [newOwner(), newDelivery()];
      expect(await deliveries().begin(owner, delivery, 200)).toBeUndefined();
      await delay(300);
      expect(await deliveries().find(owner, delivery)).toBeUndefined();
      expect(await deliveries().begin(owner, delivery, LEASE_MS)).toBeUndefined();
      expect(await deliveries().begin(owner, delivery, LEASE_MS)).toEqual({ as: 'pending' });
      const [first, second] = [reply('first'), reply('second')];
      await deliveries().end(owner, delivery, first);
      await deliveries().end(owner, delivery, second);
      await deliveries().end(owner, delivery);
      expect(await deliveries().find(owner, delivery)).toEqual({ as: 'reply', reply: first });
    });

    it('keeps a reply that comes after the lease, when nobody has begun anew', async () => {
      const [owner, delivery, answer] = [newOwner(), newDelivery(), reply('late')];
      await deliveries().begin(owner, delivery, 100);
      await delay(200);
      await deliveries().end(owner, delivery, answer);
      expect(await deliveries().find(owner, delivery)).toEqual({ as: 'reply', reply: answer });
    });

    it('is forgotten after its window', async () => {
      const [owner, delivery] = [newOwner(), newDelivery(300)];
      await deliveries().begin(owner, delivery, LEASE_MS);
      await deliveries().end(owner, delivery, reply('hi'));
      await delay(400);
      expect(await deliveries().find(owner, delivery)).toBeUndefined();
      expect(await deliveries().begin(owner, delivery, LEASE_MS)).toBeUndefined();
    });

    it('opens no task while it is answered, and after that', async () => {
      const task = newTask();
      const { owner } = task.key;
      const delivery = { ...newDelivery(), messageId: task.message.messageId };
      await deliveries().begin(owner, delivery, LEASE_MS);
      const create = () =>
        underTest().tasks.create(
          { ...task, key: { owner, taskId: newTaskId(delivery.messageId) } },
          { delivery },
        );
      expect(await create()).toEqual({ outcome: 'delivered', delivered: { as: 'pending' } });
      await deliveries().end(owner, delivery);
      const { outcome } = await create();
      expect(outcome).toBe('created');
      expect(await deliveries().begin(owner, delivery, LEASE_MS)).toMatchObject({ as: 'turn', turn: 1 });
    });

    it('does not lose the task that the message has opened when it ends without a reply', async () => {
      const task = newTask();
      const { owner } = task.key;
      const delivery = { ...newDelivery(), messageId: task.message.messageId };
      await mustCreate(underTest().tasks, task, { delivery });
      await deliveries().end(owner, delivery);
      await deliveries().end(owner, delivery, reply('too late'));
      expect(await deliveries().find(owner, delivery)).toEqual({ as: 'turn', key: task.key, turn: 1 });
    });
  });
}
