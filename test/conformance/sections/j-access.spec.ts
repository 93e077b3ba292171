import { expect } from 'vitest';
import { within } from '../../support/eventually.js';
import { message } from '../../support/messages.js';
import { describeSection } from '../conformance.js';
import { ask, errorOf, getting, sending } from '../raw.js';

const PATIENCE_MS = 15_000;
const GUARDED = { on: 'guarded' } as const;

/** What may be asked of a task. */
const ASKED: readonly (readonly [operation: string, params: (id: string) => Record<string, unknown>])[] = [
  ['GetTask', (id) => ({ id })],
  ['CancelTask', (id) => ({ id })],
  ['SubscribeToTask', (id) => ({ id })],
  ['SendMessage', (taskId) => ({ message: message('red', { taskId }) })],
  ['SendStreamingMessage', (taskId) => ({ message: message('red', { taskId }) })],
];

describeSection('J: who may', ({ row }) => {
  for (const [what, authorization] of [
    ['no credentials', undefined],
    ['credentials that are none', 'Bearer abc'],
    ['credentials of another scheme', 'Basic YWxpY2U6c2VjcmV0'],
  ] as const)
    row(
      'J-6',
      `${what}: refused, with a challenge that says the scheme`,
      async (peer) => {
        for (const request of [getting('x'), sending({ message: message('hi') })]) {
          const answer = await ask(peer, request, { authorization });
          expect(answer.status).toBe(401);
          expect(answer.headers['www-authenticate']).toMatch(/^Bearer /);
          expect(errorOf(answer).message).toMatch(/\w/);
        }
      },
      GUARDED,
    );

  row(
    'J-6',
    'who is known is let in',
    async (peer) => {
      expect(await peer.result('ListTasks')).toHaveProperty('totalSize');
    },
    GUARDED,
  );

  for (const [operation, params] of ASKED)
    row(
      'J-6',
      `${operation}: another’s task is as one that does not exist`,
      async (peer) => {
        const task = await peer.send('need-input');
        const bob = await peer.as('bob');
        const absent = crypto.randomUUID();
        // A stream of it would have no end.
        const theirs = await within('a refusal', bob.refusal(operation, params(task.id)), PATIENCE_MS);
        expect(theirs.reason).toBe('TASK_NOT_FOUND');
        expect(theirs).toEqual(await bob.refusal(operation, params(absent)));
        expect(await peer.task(task.id)).toEqual(task);
      },
      GUARDED,
    );
});
