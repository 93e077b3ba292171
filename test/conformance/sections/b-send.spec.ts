import { expect } from 'vitest';
import { artifactTexts, message, messageFor, statusText } from '../../support/messages.js';
import { begun, fieldsOf, listed, newId, taskOf } from '../asked.js';
import { describeSection } from '../conformance.js';

const ONE_PART = { text: 'hello' };

/** Messages that are none, and the member that is to be named. */
const FAULTY: readonly (readonly [what: string, members: object, field: string])[] = [
  ['without an id', { messageId: undefined }, 'message.messageId'],
  ['with an empty id', { messageId: '' }, 'message.messageId'],
  ['without a role', { role: undefined }, 'message.role'],
  ['with a role that does not exist', { role: 'ROLE_OTHER' }, 'message.role'],
  ['that speaks as the agent', { role: 'ROLE_AGENT' }, 'message.role'],
  ['without parts', { parts: undefined }, 'message.parts'],
  ['with an empty list of parts', { parts: [] }, 'message.parts'],
  ['with a part without content', { parts: [ONE_PART, {}] }, 'message.parts[1]'],
  ['with a part of two contents', { parts: [{ text: 'a', url: 'https://a.example' }] }, 'message.parts[0]'],
];

describeSection('B: SendMessage', ({ row }) => {
  row('B-1', 'what makes a task is answered with a task alone', async (peer) => {
    const answer = await peer.result<object>('SendMessage', { message: messageFor('letters') });
    expect(Object.keys(answer)).toEqual(['task']);
    expect(answer).toMatchObject({ task: { id: expect.stringMatching(/./) as string } });
  });

  row('B-1', 'what is only answered is answered with a message alone', async (peer) => {
    const answer = await peer.result<object>('SendMessage', { message: messageFor('reply', 'you') });
    expect(Object.keys(answer)).toEqual(['message']);
    expect(answer).toMatchObject({ message: { role: 'ROLE_AGENT', parts: [{ text: 'Hello, you' }] } });
  });

  row(
    'B-2',
    'the answer waits until the task has ended, and holds its status and artifacts',
    async (peer) => {
      const task = await peer.send('ticks', 'ticks 3 100');
      expect(task.status.state).toBe('TASK_STATE_COMPLETED');
      expect(artifactTexts(task)).toEqual(['tick 1', 'tick 2', 'tick 3']);
      expect(await peer.task(task.id)).toEqual(task);
    },
  );

  row('B-2', 'the answer waits when returnImmediately is false', async (peer) => {
    const task = await peer.send('ticks', 'ticks 2 100', { returnImmediately: false });
    expect(task.status.state).toBe('TASK_STATE_COMPLETED');
  });

  row('B-2', 'the answer waits until the task asks its caller', async (peer) => {
    const task = await peer.send('need-input');
    expect(task.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
    expect(statusText(task)).toBe('Which colour?');
  });

  row('B-2', 'the answer waits until the task needs an authorisation', async (peer) => {
    expect((await peer.send('need-auth')).status.state).toBe('TASK_STATE_AUTH_REQUIRED');
  });

  row('B-3', 'with returnImmediately the task comes while it is in progress', async (peer) => {
    const task = await peer.send('sleep', 'sleep 1', { returnImmediately: true });
    expect(task.status.state).toMatch(/^TASK_STATE_(SUBMITTED|WORKING)$/);
    expect(await peer.task(task.id)).toMatchObject({ id: task.id });
  });

  row('B-3', 'a message that is an answer comes all the same', async (peer) => {
    const params = { message: messageFor('reply', 'you'), configuration: { returnImmediately: true } };
    expect(await peer.result('SendMessage', params)).toMatchObject({
      message: { parts: [{ text: 'Hello, you' }] },
    });
  });

  row('B-3', 'a stream goes to its end all the same', async (peer) => {
    const params = {
      message: messageFor('ticks', 'ticks 2 100'),
      configuration: { returnImmediately: true },
    };
    const stream = await peer.stream('SendStreamingMessage', params);
    await stream.all();
    expect(stream.outline.at(-1)).toBe('TASK_STATE_COMPLETED');
  });

  row('B-4', 'a message to a task that has ended is UNSUPPORTED_OPERATION', async (peer) => {
    const { id } = await peer.send('letters');
    const refusal = await peer.refusal('SendMessage', { message: message('more', { taskId: id }) });
    expect(refusal).toMatchObject({ reason: 'UNSUPPORTED_OPERATION', code: 400 });
  });

  row('B-4', 'a message to a task that nobody knows is TASK_NOT_FOUND', async (peer) => {
    const refusal = await peer.refusal('SendMessage', { message: message('more', { taskId: newId() }) });
    expect(refusal).toMatchObject({ reason: 'TASK_NOT_FOUND', code: 404 });
  });

  row('B-4', 'a part of a media type that is not taken is CONTENT_TYPE_NOT_SUPPORTED', async (peer) => {
    const contextId = newId();
    const picture = { raw: 'iVBORw0KGgo=', mediaType: 'image/png' };
    const params = { message: messageFor('plain-only', '', { contextId, parts: [picture] }) };
    const refusal = await peer.refusal('SendMessage', params);
    expect(refusal).toMatchObject({ reason: 'CONTENT_TYPE_NOT_SUPPORTED', code: 400 });
    expect((await listed(peer, { contextId })).totalSize).toBe(0);
  });

  row('B-5', 'a caller who accepts a type gets artifacts of that type', async (peer) => {
    const { artifacts } = await peer.send('draw', 'go', { acceptedOutputModes: ['image/png'] });
    expect(artifacts).toMatchObject([{ parts: [{ raw: 'iVBORw0KGgo=', mediaType: 'image/png' }] }]);
  });

  row('B-5', 'who accepts nothing that a skill gives is refused, and no task is made', async (peer) => {
    const contextId = newId();
    const params = {
      message: messageFor('draw', 'go', { contextId }),
      configuration: { acceptedOutputModes: ['text/plain'] },
    };
    expect(await peer.refusal('SendMessage', params)).toMatchObject({ reason: 'CONTENT_TYPE_NOT_SUPPORTED' });
    expect((await listed(peer, { contextId })).totalSize).toBe(0);
  });

  row('B-8', 'the answer has the newest messages only', async (peer) => {
    const { id } = await peer.send('need-input', 'paint');
    const answer = message('blue', { taskId: id });
    const task = await taskOf(peer, answer, { historyLength: 1 });
    expect(task.status.state).toBe('TASK_STATE_COMPLETED');
    expect(task.history?.map(({ messageId }) => messageId)).toEqual([answer.messageId]);
  });

  row('B-8', 'the task that comes at once has no more either', async (peer) => {
    const { id } = await begun(peer, 'need-input', 'paint', 'TASK_STATE_INPUT_REQUIRED');
    const answer = message('blue', { taskId: id });
    const task = await taskOf(peer, answer, { returnImmediately: true, historyLength: 1 });
    expect(task.history?.map(({ messageId }) => messageId)).toEqual([answer.messageId]);
  });

  for (const [what, members, field] of FAULTY) {
    row('B-9', `a message ${what} is refused, naming ${field}`, async (peer) => {
      const contextId = newId();
      const faulty = { ...messageFor('echo', 'go', { contextId }), ...members };
      const refusal = await peer.refusal('SendMessage', { message: faulty });
      expect(refusal).toMatchObject({ reason: 'INVALID_PARAMS', code: 400 });
      expect(fieldsOf(refusal)).toContain(field);
      expect((await listed(peer, { contextId })).totalSize).toBe(0);
    });
  }

  row('B-9', 'a call without a message is refused', async (peer) => {
    expect(fieldsOf(await peer.refusal('SendMessage', {}))).toEqual(['message']);
  });
});
