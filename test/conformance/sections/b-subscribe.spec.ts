import { expect } from 'vitest';
import type { JsonRpcStream } from '../../support/json-rpc-stream.js';
import { taskIdOf } from '../../support/json-rpc-stream.js';
import {
  artifactsAfter,
  artifactTexts,
  message,
  messageFor,
  stateAfter,
  textsOf,
} from '../../support/messages.js';
import { begun, newId, notSubscribed, reached, subscribed, taskOf } from '../asked.js';
import { describeSection } from '../conformance.js';
import type { Peer } from '../peer.js';

const TICKS = Array.from({ length: 15 }, (_, index) => `tick ${index + 1}`);
/** How many streams of one task begin one after the other. */
const BEGINNINGS = 4;

/** The results as a reader of the stream knows them. */
function resultsIn(stream: JsonRpcStream): string[] {
  const artifacts = artifactsAfter(stream.events.map(({ response }) => response));
  return textsOf(artifacts.get('result') ?? []);
}

/** Has a task of `need-input` ask twice more, and answers it. */
async function talk(peer: Peer, id: string): Promise<void> {
  for (const text of ['again', 'again', 'blue']) await taskOf(peer, message(text, { taskId: id }));
}

describeSection('B: SubscribeToTask', ({ row }) => {
  row('B-27', 'the first event is the task as it stands, with its artifacts', async (peer) => {
    const { id } = await begun(peer, 'ticks', 'ticks 600 100');
    const first = await subscribed(peer, id);
    await first.first('a result', (one) => 'artifactUpdate' in one);
    const second = await subscribed(peer, id);
    await second.count(1);
    expect(second.events[0]?.response).toMatchObject({
      task: { id, status: { state: 'TASK_STATE_WORKING' }, artifacts: [{ artifactId: 'result' }] },
    });
    await peer.result('CancelTask', { id });
    await Promise.all([first.all(), second.all()]);
  });

  row('B-27', 'updates follow until the task has ended, and then nothing', async (peer) => {
    const { id } = await peer.send('need-input');
    const stream = await subscribed(peer, id);
    await talk(peer, id);
    const [first, ...updates] = (await stream.all()).map(({ response }) => Object.keys(response));
    expect(first).toEqual(['task']);
    expect(updates).toContainEqual(['artifactUpdate']);
    for (const kinds of updates) expect([['statusUpdate'], ['artifactUpdate']]).toContainEqual(kinds);
    expect(stream.outline.at(-1)).toBe('TASK_STATE_COMPLETED');
    expect(stream.end).toBe('whole');
  });

  row('B-28', 'a task that has ended is UNSUPPORTED_OPERATION', async (peer) => {
    for (const skillId of ['letters', 'fail', 'reject']) {
      const { id } = await peer.send(skillId);
      const refusal = await notSubscribed(peer, id);
      expect(refusal).toMatchObject({ reason: 'UNSUPPORTED_OPERATION', code: 400 });
    }
  });

  row('B-28', 'a task that nobody knows is TASK_NOT_FOUND', async (peer) => {
    const refusal = await notSubscribed(peer, newId());
    expect(refusal).toMatchObject({ reason: 'TASK_NOT_FOUND', code: 404 });
  });

  row('B-29', 'every stream of a task gets every event in the same order', async (peer) => {
    const { id } = await peer.send('need-input');
    const streams = [await subscribed(peer, id), await subscribed(peer, id), await subscribed(peer, id)];
    for (const stream of streams) await stream.count(1);
    await talk(peer, id);
    const [one, ...others] = await Promise.all(streams.map((stream) => stream.all()));
    expect(streams[0]?.outline.filter((what) => what === 'TASK_STATE_INPUT_REQUIRED')).toHaveLength(2);
    expect(streams[0]?.outline.at(-1)).toBe('TASK_STATE_COMPLETED');
    expect(others).toEqual([one, one]);
  });

  row('B-29', 'a stream that its reader leaves takes nothing from the others', async (peer) => {
    const { id } = await peer.send('need-input');
    const [left, stays] = [await subscribed(peer, id), await subscribed(peer, id)];
    await left.count(1);
    await stays.count(1);
    left.destroy();
    await talk(peer, id);
    await stays.all();
    expect(stays.outline.filter((what) => what === 'TASK_STATE_INPUT_REQUIRED')).toHaveLength(2);
    expect(stays.outline.slice(-2)).toEqual(['artifact', 'TASK_STATE_COMPLETED']);
  });

  row('B-29', 'a task whose only stream is left goes on to its end', async (peer) => {
    const stream = await peer.stream('SendStreamingMessage', { message: messageFor('ticks', 'ticks 15 40') });
    const id = await taskIdOf(stream);
    stream.destroy();
    expect(artifactTexts(await reached(peer, id, 'TASK_STATE_COMPLETED'))).toEqual(TICKS);
  });

  row('B-30', 'whenever a stream begins, it tells all of the task once', async (peer) => {
    const { id } = await begun(peer, 'ticks', 'ticks 15 100');
    const streams: JsonRpcStream[] = [];
    for (let index = 0; index < BEGINNINGS; index += 1) {
      const stream = await subscribed(peer, id);
      streams.push(stream);
      await stream.first('a result', (one) => 'artifactUpdate' in one);
    }
    for (const stream of streams) {
      const events = await stream.all();
      expect(resultsIn(stream)).toEqual(TICKS);
      expect(stateAfter(events.map(({ response }) => response))).toBe('TASK_STATE_COMPLETED');
    }
  });
});
