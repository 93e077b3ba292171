import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Delivery, NewTask, TaskKey } from '../../../../src/a2a/datastore/ports/index.js';
import { newTaskId } from '../../../../src/a2a/tasks/task-id.js';
import {
  counting,
  LEASE_MS,
  mustAppend,
  mustClaim,
  mustCreate,
  mustLoad,
  newTask,
  OPEN,
  readAll,
  status,
  type UnderTest,
  userMessage,
} from '../fixtures.js';

/** Messages that open tasks and turns, and come again. */
export function describeDeliveries(underTest: UnderTest): void {
  const store = () => underTest().tasks;
  const deliveryOf = (messageId: string, digest = 'a digest'): Delivery => ({
    messageId,
    digest,
    windowMs: 60_000,
  });

  /** The same message once more, as the request that brings it makes a task of it: with another task id. */
  const again = (task: NewTask): NewTask => ({
    ...task,
    key: { ...task.key, taskId: newTaskId(task.message.messageId) },
  });
  const find = (owner: string, delivery: Delivery) => underTest().deliveries.find(owner, delivery);
  const opened = (key: TaskKey, turn: number) => ({ as: 'turn', key, turn });

  describe('a message that opens a task', () => {
    it('gives the same task when it comes again with the same content (BC-18)', async () => {
      const task = newTask();
      const delivery = deliveryOf(task.message.messageId);
      expect(await find(task.key.owner, delivery)).toBeUndefined();
      const { record } = await mustCreate(store(), task, { delivery });
      expect(await find(task.key.owner, delivery)).toEqual(opened(task.key, 1));

      const second = again(task);
      for (const opening of [{ delivery }, { delivery, leaseMs: LEASE_MS, events: [status('COMPLETED')] }]) {
        expect(await store().create(second, opening)).toEqual({
          outcome: 'delivered',
          delivered: opened(task.key, 1),
        });
      }
      expect(await store().load(second.key, { artifacts: true })).toBeUndefined();
      expect(await mustLoad(store(), task.key)).toEqual(record);
      const { total } = await store().list({ owner: task.key.owner, limit: 5, artifacts: false });
      expect(total).toBe(1);
    });

    it('is a conflict when the id comes again with other content (BC-18)', async () => {
      const task = newTask();
      const { messageId } = task.message;
      await mustCreate(store(), task, { delivery: deliveryOf(messageId) });
      const changed = deliveryOf(messageId, 'another digest');
      expect(await store().create(again(task), { delivery: changed })).toEqual({
        outcome: 'delivered',
        delivered: { as: 'conflict' },
      });
      expect(await find(task.key.owner, changed)).toEqual({ as: 'conflict' });
      expect(await find(task.key.owner, deliveryOf(messageId))).toEqual(opened(task.key, 1));
    });

    it('gives another owner a task of their own (BC-18)', async () => {
      const task = newTask();
      const delivery = deliveryOf(task.message.messageId);
      await mustCreate(store(), task, { delivery });
      const others = again(task);
      const key = { ...others.key, owner: newTask().key.owner };
      expect(await find(key.owner, delivery)).toBeUndefined();
      await mustCreate(store(), { ...others, key }, { delivery });
      expect(await find(key.owner, delivery)).toEqual(opened(key, 1));
      expect(await find(task.key.owner, delivery)).toEqual(opened(task.key, 1));
    });

    it('gives one task when it comes 20 times at once (BC-18)', async () => {
      for (const leaseMs of [undefined, LEASE_MS]) {
        const task = newTask();
        const delivery = deliveryOf(task.message.messageId);
        const outcomes = await Promise.all(
          counting(1, 20).map(async () => {
            const one = again(task);
            const created = await store().create(one, {
              delivery,
              ...(leaseMs !== undefined && { leaseMs }),
            });
            return created.outcome === 'created' ? { created: one.key } : { delivered: created.delivered };
          }),
        );
        const created = outcomes.flatMap((outcome) => ('created' in outcome ? [outcome.created] : []));
        expect(created).toHaveLength(1);
        const delivered = outcomes.flatMap((outcome) => ('delivered' in outcome ? [outcome.delivered] : []));
        expect(delivered).toEqual(Array(19).fill(opened(created[0]!, 1)));
        const { total } = await store().list({ owner: task.key.owner, limit: 5, artifacts: false });
        expect(total).toBe(1);
      }
    });

    it('is forgotten after its window, and with its task', async () => {
      const task = newTask();
      const delivery = { ...deliveryOf(task.message.messageId), windowMs: 300 };
      await mustCreate(store(), task, { delivery });
      await delay(400);
      expect(await find(task.key.owner, delivery)).toBeUndefined();
      const later = again(task);
      await mustCreate(store(), later, { delivery: { ...delivery, windowMs: 60_000 } });
      expect(await find(task.key.owner, delivery)).toEqual(opened(later.key, 1));

      await store().delete(later.key);
      expect(await find(task.key.owner, delivery)).toBeUndefined();
      await mustCreate(store(), again(task), { delivery });
    });

    it('may have an id of any kind and length', async () => {
      const messageId = `消息 \u0000 \ud800 {x} : ${'y'.repeat(5_000)}`;
      const { owner } = newTask().key;
      const task = { ...newTask(), key: { owner, taskId: newTaskId(messageId) } };
      const delivery = deliveryOf(messageId);
      await mustCreate(store(), task, { delivery });
      expect(await find(owner, delivery)).toEqual(opened(task.key, 1));
      expect(await find(owner, { ...delivery, messageId: `${messageId}z` })).toBeUndefined();
    });
  });

  describe('a message that opens a turn', () => {
    it('opens it once, also after the turn and the task have ended', async () => {
      const task = newTask();
      const { key } = task;
      await mustCreate(store(), task, { events: [status('INPUT_REQUIRED')] });
      const message = userMessage('answer');
      const delivery = deliveryOf(message.messageId);
      const send = (guard: object = {}) =>
        store().append(key, { expect: OPEN, delivery, ...guard }, [{ message }]);
      const delivered = { outcome: 'delivered', delivered: opened(key, 2) };

      expect(await send()).toMatchObject({ outcome: 'appended', turn: 2 });
      expect(await send()).toEqual(delivered);
      expect(await send({ maxWaitingTurns: 0 })).toEqual(delivered);
      expect(await find(key.owner, delivery)).toEqual(opened(key, 2));
      const { fence } = await mustClaim(store(), key, 2);
      await mustAppend(store(), key, { fence }, status('COMPLETED'));
      expect(await send({ expect: [] })).toEqual(delivered);
      expect(await readAll(store(), key)).toHaveLength(4);

      const changed = deliveryOf(message.messageId, 'another digest');
      expect(await send({ delivery: changed })).toEqual({
        outcome: 'delivered',
        delivered: { as: 'conflict' },
      });
    });

    it('opens it once when it comes 20 times at once', async () => {
      const task = newTask();
      await mustCreate(store(), task, { events: [status('INPUT_REQUIRED')] });
      const message = userMessage('answer');
      const guard = { expect: OPEN, delivery: deliveryOf(message.messageId) };
      const outcomes = await Promise.all(
        counting(1, 20).map(() => store().append(task.key, guard, [{ message }])),
      );
      expect(outcomes.filter(({ outcome }) => outcome === 'appended')).toHaveLength(1);
      const others = outcomes.filter(({ outcome }) => outcome !== 'appended');
      expect(others).toEqual(
        counting(1, 19).map(() => ({ outcome: 'delivered', delivered: opened(task.key, 2) })),
      );
      expect((await mustLoad(store(), task.key)).turn).toBe(2);
    });

    it('is not made known when it is refused', async () => {
      const task = newTask();
      await mustCreate(store(), task);
      const message = userMessage('too early');
      const delivery = deliveryOf(message.messageId);
      const send = (guard: object) =>
        store().append(task.key, { expect: OPEN, delivery, ...guard }, [{ message }]);
      expect((await send({ expect: [] })).outcome).toBe('unexpected');
      expect((await send({ idle: true })).outcome).toBe('unexpected');
      expect((await send({ maxWaitingTurns: 0 })).outcome).toBe('full');
      const unknown = { ...task.key, taskId: newTaskId(message.messageId) };
      expect(await store().append(unknown, { expect: OPEN, delivery }, [{ message }])).toEqual({
        outcome: 'unknown',
      });
      expect(await find(task.key.owner, delivery)).toBeUndefined();
      expect((await send({})).outcome).toBe('appended');
    });

    it('opens no turn of another task, and no task', async () => {
      const [one, two] = [newTask(), newTask()];
      const { owner } = one.key;
      const second = { ...two, key: { ...two.key, owner } };
      await mustCreate(store(), one);
      await mustCreate(store(), second);
      const message = userMessage('answer');
      const delivery = deliveryOf(message.messageId);
      await mustAppend(store(), one.key, { expect: OPEN, delivery }, { message });
      const delivered = { outcome: 'delivered', delivered: opened(one.key, 2) };
      expect(await store().append(second.key, { expect: OPEN, delivery }, [{ message }])).toEqual(delivered);
      const third = { ...newTask(), key: { owner, taskId: newTaskId(message.messageId) } };
      expect(await store().create(third, { delivery })).toEqual(delivered);
    });

    it('goes with its task', async () => {
      const task = newTask();
      await mustCreate(store(), task);
      const message = userMessage('more');
      const delivery = deliveryOf(message.messageId);
      await mustAppend(store(), task.key, { expect: OPEN, delivery }, { message });
      await store().delete(task.key);
      expect(await find(task.key.owner, delivery)).toBeUndefined();
    });
  });
}
