import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import type { JsonRpcClient } from '../../support/json-rpc-client.js';
import { type JsonRpcStream, taskIdOf } from '../../support/json-rpc-stream.js';
import { artifactsAfter, messageFor, textsOf } from '../../support/messages.js';

const TICKS = 12;

/** The wire of a stream, event by event. */
const wireOf = (stream: JsonRpcStream) =>
  stream.parser.events.map(({ lastEventId, data }) => [lastEventId, data]);

describe('the resumption of a stream', () => {
  let agent: AgentProcess;
  let client: JsonRpcClient;
  /** A task that has ended, and its stream from the first event to the last. */
  let ended: { id: string; whole: JsonRpcStream; last: number };

  beforeAll(async () => {
    agent = await AgentProcess.start();
    client = agent.client();
    const whole = await client.stream('SendStreamingMessage', {
      message: messageFor('ticks', `${TICKS} 30`),
    });
    await whole.all();
    ended = { id: await taskIdOf(whole), whole, last: whole.ids.at(-1) ?? Number.NaN };
  });
  afterAll(() => endAgents(agent));

  const resume = (id: string, lastEventId: number | string) =>
    client.stream('SubscribeToTask', { id }, { 'last-event-id': `${lastEventId}` });
  const refusal = (id: string, lastEventId?: number | string) =>
    client.refusal(
      'SubscribeToTask',
      { id },
      lastEventId === undefined ? {} : { 'last-event-id': `${lastEventId}` },
    );

  it('a subscription begins with the snapshot at sequence S, whose id is S, and goes on with S+1', async () => {
    const { id } = await client.begin(messageFor('ticks', '15 60'));
    const first = await client.stream('SubscribeToTask', { id });
    await first.count(4);
    const second = await client.stream('SubscribeToTask', { id });
    const events = await second.all();
    await first.all();
    const [snapshot = 0] = second.ids;
    expect(second.outline[0]).toBe('task');
    expect(second.outline.slice(1)).not.toContain('task');
    expect(second.ids).toEqual(second.ids.map((_, index) => snapshot + index));
    expect(snapshot).toBeGreaterThanOrEqual(first.ids[3] ?? 0);
    const text = textsOf(artifactsAfter(events.map(({ response }) => response)).get('result') ?? []).join('');
    expect(text).toBe(Array.from({ length: 15 }, (_, index) => `tick ${index + 1}`).join(''));
  });

  it('a task that has ended is -32004 without Last-Event-ID', async () => {
    expect((await refusal(ended.id)).code).toBe(-32004);
  });

  it('with Last-Event-ID N exactly N+1... follow, without a snapshot, also of a task that has ended', async () => {
    const whole = wireOf(ended.whole);
    const first = ended.whole.ids[0] ?? 0;
    for (const n of [first, first + 1, first + 5, ended.last - 1]) {
      const stream = await resume(ended.id, n);
      await stream.all();
      expect(stream.end).toBe('whole');
      expect(wireOf(stream)).toEqual(whole.slice(n - first + 1));
    }
  });

  it('Last-Event-ID 0 gives the log from its first event, which is no snapshot', async () => {
    const stream = await resume(ended.id, 0);
    await stream.all();
    expect(stream.outline.slice(0, 2)).toEqual(['TASK_STATE_SUBMITTED', 'TASK_STATE_WORKING']);
    expect(stream.ids).toEqual(Array.from({ length: ended.last }, (_, index) => index + 1));
  });

  it('-32004 if N was the last event of a task that has ended', async () => {
    expect((await refusal(ended.id, ended.last)).code).toBe(-32004);
  });

  it.each(['beyond the end', 'far beyond'])('N %s gives the snapshot, and then the end', async (where) => {
    const n = where === 'far beyond' ? 999_999_999 : ended.last + 1;
    const stream = await resume(ended.id, n);
    await stream.all();
    expect(stream.outline).toEqual(['task']);
    expect(stream.ids).toEqual([ended.last]);
    const [event] = stream.events;
    expect(event?.response).toEqual({ task: await client.task(ended.id) });
  });

  it.each(['abc', '-1', '1.5', '1e1', '99999999999999999999', ' '])(
    'a Last-Event-ID that is no number of ours (%j) is none',
    async (garbage) => {
      expect((await refusal(ended.id, garbage)).code).toBe(-32004);
      const { id } = await client.begin(messageFor('ticks', '3 50'));
      const stream = await resume(id, garbage);
      expect(await taskIdOf(stream)).toBe(id);
      await stream.all();
      expect(stream.outline.at(-1)).toBe('TASK_STATE_COMPLETED');
    },
  );

  it('a running task goes on after N, again and again, with nothing doubled and nothing lost', async () => {
    const opening = await client.stream('SendStreamingMessage', { message: messageFor('ticks', '40 30') });
    const id = await taskIdOf(opening);
    const witness = await client.stream('SubscribeToTask', { id });
    await opening.count(3);
    opening.destroy();
    const seen = [...wireOf(opening)];
    for (let last = ''; ; ) {
      last = seen.at(-1)?.[0] ?? '';
      const part = await resume(id, last);
      await part.count(3).catch(() => undefined);
      const isOver = part.outline.includes('TASK_STATE_COMPLETED');
      part.destroy();
      seen.push(...wireOf(part));
      if (isOver) break;
    }
    await witness.all();
    const ids = seen.map(([eventId]) => Number(eventId));
    expect(ids).toEqual(ids.map((_, index) => (ids[0] ?? 0) + index));
    const tail = wireOf(witness).slice(1);
    expect(seen.slice(-tail.length)).toEqual(tail);
  });

  it('N that is the newest event of a running task waits for what comes', async () => {
    const { id } = await client.begin(messageFor('sleep', 'sleep 2'));
    const first = await client.stream('SubscribeToTask', { id });
    await first.first('its beginning', (one) => 'statusUpdate' in one || 'task' in one);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const last = first.ids.at(-1) ?? 0;
    const stream = await resume(id, last);
    await stream.all();
    expect(stream.ids[0]).toBe(last + 1);
    expect(stream.outline).toEqual(['artifact', 'TASK_STATE_COMPLETED']);
  });

  it('a question that came meanwhile is among the events', async () => {
    const asked = await client.send(messageFor('need-input'));
    const stream = await resume(asked.id, 1);
    await stream.first(
      'the question',
      (one) => 'statusUpdate' in one && one.statusUpdate.status.message !== undefined,
    );
    expect(stream.outline).toEqual(['TASK_STATE_WORKING', 'TASK_STATE_INPUT_REQUIRED']);
    stream.destroy();
  });

  it('somebody who only knows a made-up id learns nothing', async () => {
    expect((await refusal('made-up', 3)).code).toBe(-32001);
  });
});
