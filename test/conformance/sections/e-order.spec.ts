import { expect } from 'vitest';
import type { StreamResponse } from '../../../src/a2a/index.js';
import { eventually } from '../../support/eventually.js';
import { taskIdOf } from '../../support/json-rpc-stream.js';
import { artifactsAfter, artifactTexts, message, messageFor, textsOf } from '../../support/messages.js';
import { subscribed } from '../asked.js';
import { describeSection } from '../conformance.js';
import type { Peer } from '../peer.js';

const CHUNKS = 60;
const NUMBERS = Array.from({ length: CHUNKS }, (_, index) => index);

/** The numbers of the chunks of the skill `stream`, as they stand in events. */
function numbersIn(events: readonly StreamResponse[]): number[] {
  const texts = events.flatMap((one) =>
    'artifactUpdate' in one ? textsOf(one.artifactUpdate.artifact.parts) : [],
  );
  return (
    texts
      .join('')
      .match(/\d+(?=;)/g)
      ?.map(Number) ?? []
  );
}

const isTerminal = (event: StreamResponse | undefined) =>
  event !== undefined &&
  'statusUpdate' in event &&
  event.statusUpdate.status.state === 'TASK_STATE_COMPLETED';

/** A task that waits for its caller, and so many streams of it that have begun. */
async function followed(peer: Peer, readers: number) {
  const { id } = await peer.send('need-input');
  const streams = await Promise.all(Array.from({ length: readers }, () => subscribed(peer, id)));
  for (const stream of streams) await stream.first('the task', (one) => 'task' in one);
  const answer = () => peer.result('SendMessage', { message: message('red', { taskId: id }) });
  return { id, streams, answer };
}

describeSection('E: order of events', ({ row }) => {
  row('E-1', 'the chunks of an artifact come in the order in which they were made', async (peer) => {
    const params = { message: messageFor('stream', `stream ${CHUNKS} 20`) };
    const events = await peer.events('SendStreamingMessage', params);
    expect(numbersIn(events)).toEqual(NUMBERS);
  });

  row('E-1', 'so do the states of a task', async (peer) => {
    const stream = await peer.stream('SendStreamingMessage', { message: messageFor('letters') });
    await stream.all();
    const { outline } = stream;
    expect(outline.filter((one) => one !== 'TASK_STATE_WORKING')).toEqual([
      'task',
      'artifact',
      'artifact',
      'artifact',
      'TASK_STATE_COMPLETED',
    ]);
    expect(outline.lastIndexOf('TASK_STATE_WORKING')).toBeLessThan(outline.indexOf('artifact'));
  });

  row('E-1', 'what the events say in their order is what the task holds at its end', async (peer) => {
    const events = await peer.events('SendStreamingMessage', { message: messageFor('letters') });
    const [first] = events;
    const { id } = first && 'task' in first ? first.task : { id: '' };
    expect(textsOf(artifactsAfter(events).get('letters') ?? [])).toEqual(['A', 'B', 'C']);
    expect(artifactTexts(await peer.task(id), 'letters').join('')).toBe('ABC');
  });

  row('E-2', 'every stream of a task gets every event, in the same order', async (peer) => {
    const { streams, answer } = await followed(peer, 3);
    await answer();
    for (const stream of streams) await stream.all();
    const [one, ...others] = streams.map(({ events }) => events.map(({ response }) => response));
    expect(isTerminal(one!.at(-1))).toBe(true);
    expect(one!.length).toBeGreaterThan(2);
    for (const other of others) expect(other).toEqual(one);
  });

  row('E-2', 'that one stream ends changes nothing for another', async (peer) => {
    const { streams, answer } = await followed(peer, 2);
    const [leaves, stays] = streams;
    leaves!.destroy();
    await eventually('the agent knows that one has left', async () => {
      const { openStreams } = await peer.agent.observations();
      return openStreams === 1;
    });
    await answer();
    await stays!.all();
    expect(isTerminal(stays!.events.at(-1)?.response)).toBe(true);
  });

  row('E-2', 'a task goes on when nobody follows it', async (peer) => {
    const stream = await peer.stream('SendStreamingMessage', { message: messageFor('ticks', '6 100') });
    const id = await taskIdOf(stream);
    stream.destroy();
    const ended = await eventually('the task ends', async () => {
      const task = await peer.task(id);
      return /COMPLETED|CANCELED|FAILED/.test(task.status.state) && task;
    });
    expect(ended.status.state).toBe('TASK_STATE_COMPLETED');
    expect(artifactTexts(ended).join('')).toContain('tick 6');
  });

  row('E-3', 'the last event tells the terminal state, and then the stream ends', async (peer) => {
    for (const [skillId, state] of [
      ['letters', 'TASK_STATE_COMPLETED'],
      ['fail', 'TASK_STATE_FAILED'],
      ['reject', 'TASK_STATE_REJECTED'],
    ] as const) {
      const stream = await peer.stream('SendStreamingMessage', { message: messageFor(skillId) });
      await stream.all();
      expect([stream.end, stream.outline.at(-1)]).toEqual(['whole', state]);
      expect(stream.outline.filter((one) => one === state)).toHaveLength(1);
    }
  });

  row('E-3', 'a cancelled task says so last, to who follows it', async (peer) => {
    const { id, streams } = await followed(peer, 1);
    await peer.result('CancelTask', { id });
    await streams[0]!.all();
    expect(streams[0]!.outline).toEqual(['task', 'TASK_STATE_CANCELED']);
  });

  row('E-4', 'who has lost a stream subscribes and begins with the task as it stands', async (peer) => {
    const params = { message: messageFor('ticks', '8 100') };
    const lost = await peer.stream('SendStreamingMessage', params);
    const id = await taskIdOf(lost);
    await lost.first('a tick', (one) => 'artifactUpdate' in one);
    lost.destroy();
    const again = await subscribed(peer, id);
    const events = (await again.all()).map(({ response }) => response);
    expect(events[0]).toMatchObject({ task: { id, artifacts: [expect.any(Object)] } });
    const whole = artifactTexts(await peer.task(id)).join('');
    const [parts = []] = artifactsAfter(events).values();
    expect(textsOf(parts).join('')).toBe(whole);
    expect(whole.match(/tick \d/g)).toEqual(Array.from({ length: 8 }, (_, index) => `tick ${index + 1}`));
  });
});
