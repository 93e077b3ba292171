import { describe, expect, it } from 'vitest';
import type { Message } from '../protocol/index.js';
import { deliveryOf } from './delivery.js';

const message: Message = {
  messageId: 'm',
  role: 'ROLE_USER',
  parts: [{ text: 'order 1', metadata: { a: 1, b: [2] } }],
};

describe('deliveryOf', () => {
  it('is the same for the same content in another order', () => {
    const reordered = {
      parts: [{ metadata: { b: [2], a: 1 }, text: 'order 1' }],
      role: 'ROLE_USER',
      messageId: 'm',
    } as Message;
    expect(deliveryOf(reordered, 1)).toEqual(deliveryOf(message, 1));
  });

  it.each([
    ['text', { parts: [{ text: 'order 2' }] }],
    ['task', { taskId: 't' }],
    ['context', { contextId: 'c' }],
    ['metadata', { metadata: { skillId: 's' } }],
  ])('differs with the %s', (_member, change) => {
    expect(deliveryOf({ ...message, ...change }, 1).digest).not.toBe(deliveryOf(message, 1).digest);
  });
});
