import { expect } from 'vitest';
import type { StreamResponse, TaskState } from '../../../src/a2a/index.js';
import { taskIdOf } from '../../support/json-rpc-stream.js';
import { message, messageFor, stateAfter } from '../../support/messages.js';
import { fieldsOf, newId, reached, subscribed } from '../asked.js';
import { describeSection } from '../conformance.js';
import type { Peer } from '../peer.js';

/** How a skill ends, and its last event. */
const ENDS = [
  ['letters', 'TASK_STATE_COMPLETED'],
  ['fail', 'TASK_STATE_FAILED'],
  ['reject', 'TASK_STATE_REJECTED'],
] as const;

/** Messages that are refused, and why. */
const REFUSED: readonly (readonly [what: string, make: (peer: Peer) => Promise<object>, reason: string])[] = [
  [
    'to a task that has ended',
    async (peer) => ({ message: message('more', { taskId: (await peer.send('letters')).id }) }),
    'UNSUPPORTED_OPERATION',
  ],
  [
    'to a task that nobody knows',
    async () => ({ message: message('more', { taskId: newId() }) }),
    'TASK_NOT_FOUND',
  ],
  [
    'of a media type that is not taken',
    async () => ({
      message: messageFor('plain-only', '', { parts: [{ raw: 'iVBORw0KGgo=', mediaType: 'image/png' }] }),
    }),
    'CONTENT_TYPE_NOT_SUPPORTED',
  ],
  ['without parts', async () => ({ message: messageFor('letters', '', { parts: [] }) }), 'INVALID_PARAMS'],
];

function stateOf(response: StreamResponse): TaskState | undefined {
  return stateAfter([response]);
}

function streamed(peer: Peer, skillId: string, text?: string) {
  return peer.stream('SendStreamingMessage', { message: messageFor(skillId, text) });
}

describeSection('B: SendStreamingMessage', ({ row }) => {
  row('B-11', 'a message that is the answer is the only event', async (peer) => {
    const stream = await streamed(peer, 'reply', 'you');
    const events = await stream.all();
    expect(events.map(({ response }) => response)).toEqual([
      { message: expect.objectContaining({ role: 'ROLE_AGENT', parts: [{ text: 'Hello, you' }] }) as object },
    ]);
    expect(stream.end).toBe('whole');
  });

  for (const [skillId, end] of ENDS) {
    row('B-11', `a stream is the task, its updates, and ${end} at its end`, async (peer) => {
      const stream = await streamed(peer, skillId);
      const [first, ...updates] = (await stream.all()).map(({ response }) => Object.keys(response));
      expect(first).toEqual(['task']);
      for (const kinds of updates) expect([['statusUpdate'], ['artifactUpdate']]).toContainEqual(kinds);
      expect(stream.outline.at(-1)).toBe(end);
      expect(stream.outline.indexOf(end)).toBe(stream.outline.length - 1);
      expect(stream.end).toBe('whole');
    });
  }

  row('B-11', 'a task that is canceled ends its stream', async (peer) => {
    const stream = await streamed(peer, 'silent');
    await peer.result('CancelTask', { id: await taskIdOf(stream) });
    await stream.all();
    expect(stream.outline.at(-1)).toBe('TASK_STATE_CANCELED');
  });

  row('B-11', 'a message that the task takes meanwhile is no event of its stream', async (peer) => {
    const stream = await streamed(peer, 'need-auth');
    const id = await taskIdOf(stream);
    await reached(peer, id, 'TASK_STATE_AUTH_REQUIRED');
    await peer.result('SendMessage', { message: message('I have', { taskId: id }) });
    await stream.all();
    expect(stream.outline).not.toContain('message');
    expect(stream.outline.filter((what) => what === 'task')).toHaveLength(1);
  });

  row('B-12', 'a stream of a message ends when the task asks its caller', async (peer) => {
    const stream = await streamed(peer, 'need-input');
    await stream.all();
    expect(stream.outline.at(-1)).toBe('TASK_STATE_INPUT_REQUIRED');
    expect(stream.end).toBe('whole');
  });

  row('B-12', 'a stream of a message goes on after an authorisation', async (peer) => {
    const stream = await streamed(peer, 'need-auth');
    const id = await taskIdOf(stream);
    await reached(peer, id, 'TASK_STATE_AUTH_REQUIRED');
    await peer.result('SendMessage', { message: message('I have', { taskId: id }) });
    await stream.all();
    expect(stream.outline).toContain('TASK_STATE_AUTH_REQUIRED');
    expect(stream.outline.at(-1)).toBe('TASK_STATE_COMPLETED');
  });

  row('B-12', 'a subscription to a task that asks its caller goes on after the answer', async (peer) => {
    const { id } = await peer.send('need-input');
    const stream = await subscribed(peer, id);
    await stream.count(1);
    await peer.result('SendMessage', { message: message('again', { taskId: id }) });
    await stream.first('the second question', (one) => stateOf(one) === 'TASK_STATE_INPUT_REQUIRED');
    await peer.result('SendMessage', { message: message('blue', { taskId: id }) });
    await stream.all();
    expect(stream.outline.at(-1)).toBe('TASK_STATE_COMPLETED');
  });

  row('B-13', 'that it works, and its first results, are told while the task still works', async (peer) => {
    const stream = await streamed(peer, 'ticks', 'ticks 600 100');
    await stream.first('an artifact', (one) => 'artifactUpdate' in one);
    expect(stream.events.some(({ response }) => stateOf(response) === 'TASK_STATE_WORKING')).toBe(true);
    const id = await taskIdOf(stream);
    expect((await peer.task(id)).status.state).toBe('TASK_STATE_WORKING');
    await peer.result('CancelTask', { id });
    await stream.all();
  });

  for (const [what, make, reason] of REFUSED) {
    row('B-14', `a message ${what} is refused as it is by SendMessage, and no stream`, async (peer) => {
      const params: Readonly<Record<string, unknown>> = { ...(await make(peer)) };
      const refusal = await peer.refusal('SendStreamingMessage', params);
      expect(refusal.reason).toBe(reason);
      const other = await peer.refusal('SendMessage', params);
      expect([refusal.reason, refusal.code, fieldsOf(refusal)]).toEqual([
        other.reason,
        other.code,
        fieldsOf(other),
      ]);
    });
  }
});
