import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { counting, type UnderTest } from '../fixtures.js';

/** The order in which owners' turns run. */
export function describeTurnOrder(underTest: UnderTest): void {
  const order = () => underTest().turnOrder;
  const newQueue = () => `queue-${randomUUID()}`;
  const places = async (queue: string, owner: string, count: number): Promise<number[]> => {
    const taken: number[] = [];
    for (const _ of counting(1, count)) taken.push(await order().place(queue, owner));
    return taken;
  };

  describe('turn order', () => {
    it('gives every owner places of their own, one behind the other', async () => {
      const queue = newQueue();
      expect(await places(queue, 'one', 3)).toEqual([1, 2, 3]);
      expect(await places(queue, 'two', 2)).toEqual([1, 2]);
      expect(await places(queue, 'one', 1)).toEqual([4]);
      expect(await places(newQueue(), 'one', 1)).toEqual([1]);
    });

    it('puts a newcomer behind what has begun, not behind all that waits', async () => {
      const queue = newQueue();
      expect(await places(queue, 'busy', 100)).toEqual(counting(1, 100));
      for (const place of counting(1, 40)) await order().reached(queue, place);
      expect(await places(queue, 'new', 2)).toEqual([41, 42]);
      expect(await places(queue, 'busy', 1)).toEqual([101]);
    });

    it('is not led astray by turns that begin out of order or again', async () => {
      const queue = newQueue();
      await places(queue, 'one', 10);
      await order().reached(queue, 5);
      await order().reached(queue, 2);
      await order().reached(queue, 5);
      expect(await places(queue, 'two', 1)).toEqual([6]);
    });

    it('begins anew when nobody has a later place', async () => {
      const queue = newQueue();
      await places(queue, 'one', 3);
      await places(queue, 'two', 1);
      await order().reached(queue, 3);
      expect(await places(queue, 'one', 2)).toEqual([1, 2]);
      expect(await places(queue, 'two', 1)).toEqual([1]);
    });

    it('takes no harm from a queue that it does not know', async () => {
      const queue = newQueue();
      await order().reached(queue, 7);
      expect(await places(queue, 'one', 1)).toEqual([1]);
    });

    it('gives no place twice to an owner who asks many times at once', async () => {
      const queue = newQueue();
      const taken = await Promise.all(
        counting(1, 60).map((number) => order().place(queue, number % 2 === 0 ? 'even' : 'odd')),
      );
      expect(taken.toSorted((a, b) => a - b)).toEqual(counting(1, 30).flatMap((place) => [place, place]));
    });

    it('takes names of any kind', async () => {
      const queue = `${newQueue()}: 技能 {x} \u0000 %`;
      const owner = `owner \ud800 "quoted" \u0000 ${'x'.repeat(200)}`;
      expect(await places(queue, owner, 2)).toEqual([1, 2]);
    });
  });
}
