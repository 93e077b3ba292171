import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { eventually } from '../../support/eventually.js';
import type { JsonRpcClient } from '../../support/json-rpc-client.js';
import { taskIdOf } from '../../support/json-rpc-stream.js';
import { artifactsAfter, artifactTexts, messageFor, textsOf } from '../../support/messages.js';

const HEARTBEAT_MS = 300;

describe('a stream', () => {
  let agent: AgentProcess;
  let client: JsonRpcClient;

  beforeAll(async () => {
    agent = await AgentProcess.start({ env: { HEARTBEAT_MS: `${HEARTBEAT_MS}` } });
    client = agent.client();
  });
  afterAll(() => endAgents(agent));

  const begin = (skillId: string, text: string) => client.begin(messageFor(skillId, text));
  const subscribe = (id: string) => client.stream('SubscribeToTask', { id });
  const idle = () =>
    eventually('no reader and no stream is left', async () => {
      const { readers, openStreams } = await agent.observations();
      return readers === 0 && openStreams === 0;
    });

  it('BC-02 a subscription begins with the task, stays open, and ends with the task', async () => {
    const { id } = await begin('sleep', 'sleep 3');
    const stream = await subscribe(id);
    expect(await taskIdOf(stream)).toBe(id);
    await delay(1_000);
    expect(stream.end).toBeUndefined();
    await stream.all();
    expect(stream.end).toBe('whole');
    expect(stream.outline[0]).toBe('task');
    expect(stream.outline.slice(-2)).toEqual(['artifact', 'TASK_STATE_COMPLETED']);
    expect(stream.outline.filter((one) => one === 'task')).toHaveLength(1);
  });

  it('BC-05 every event is whole by the rules of WHATWG, with a strictly increasing id', async () => {
    const stream = await client.stream('SendStreamingMessage', { message: messageFor('ticks', '6 20') });
    await stream.all();
    expect(stream.headers['content-type']).toMatch(/^text\/event-stream/);
    expect(stream.headers['cache-control']).toContain('no-cache');
    expect(stream.parser.hasUnfinished).toBe(false);
    expect(stream.parser.unknown).toEqual([]);
    expect(stream.outline.filter((one) => one === 'artifact')).toHaveLength(6);
    expect(stream.outline.at(-1)).toBe('TASK_STATE_COMPLETED');
    const [first = 0] = stream.ids;
    expect(stream.ids).toEqual(stream.ids.map((_, index) => first + index));
    expect(stream.ids.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true);
  });

  it('a silent stream begins at once and gets comments that are no events', async () => {
    const { id } = await begin('silent', 'hush');
    const began = performance.now();
    const stream = await subscribe(id);
    await taskIdOf(stream);
    expect(performance.now() - began).toBeLessThan(2_000);
    const before = stream.parser.comments.length;
    await delay(10 * HEARTBEAT_MS);
    const comments = stream.parser.comments.length - before;
    expect(comments).toBeGreaterThanOrEqual(4);
    expect(comments).toBeLessThanOrEqual(11);
    expect(stream.outline.filter((one) => one !== 'TASK_STATE_WORKING')).toEqual(['task']);
    stream.destroy();
    await client.call('CancelTask', { id });
  });

  it('a client that leaves a silent stream frees its reader within a second', async () => {
    await idle();
    const { id } = await begin('silent', 'hush');
    const streams = await Promise.all(Array.from({ length: 20 }, () => subscribe(id)));
    await Promise.all(streams.map(taskIdOf));
    await eventually('all readers wait', async () => (await agent.observations()).readers === 20);
    // Long enough that every reader waits for a wake-up rather than reads.
    await delay(500);
    const left = performance.now();
    for (const stream of streams) stream.destroy();
    await idle();
    expect(performance.now() - left).toBeLessThan(1_000);
    await client.call('CancelTask', { id });
  });

  it('B-29 all readers get every event in the same order, and one that leaves does not disturb', async () => {
    const { id } = await begin('ticks', '20 50');
    const [one, two, leaving] = await Promise.all([subscribe(id), subscribe(id), subscribe(id)]);
    await leaving.first('a chunk', (response) => 'artifactUpdate' in response);
    leaving.destroy();
    const late = await subscribe(id);
    const all = await Promise.all([one.all(), two.all(), late.all()]);
    const task = await client.task(id);
    for (const events of all) {
      const responses = events.map(({ response }) => response);
      expect(textsOf(artifactsAfter(responses).get('result') ?? []).join('')).toBe(
        artifactTexts(task).join(''),
      );
    }
    const common = late.ids[1] ?? Number.NaN;
    const tails = [one, two, late].map(({ parser, ids }) =>
      parser.events.filter((_, index) => (ids[index] ?? 0) >= common).map(({ data }) => data),
    );
    expect(tails[0]?.length).toBeGreaterThan(1);
    expect(tails[1]).toEqual(tails[0]);
    expect(tails[2]).toEqual(tails[0]);
  });

  it('B-12 a subscription outlives a question and brings the end of the task', async () => {
    const asked = await client.send(messageFor('need-input'));
    const stream = await subscribe(asked.id);
    await taskIdOf(stream);
    await delay(300);
    expect(stream.end).toBeUndefined();
    await client.send({ ...messageFor('need-input', 'red'), taskId: asked.id });
    await stream.all();
    expect(stream.outline.at(-1)).toBe('TASK_STATE_COMPLETED');
    expect(stream.outline).toContain('artifact');
  });

  it('B-12 the stream of a message ends with the question', async () => {
    const stream = await client.stream('SendStreamingMessage', { message: messageFor('need-input') });
    await stream.all();
    expect(stream.end).toBe('whole');
    expect(stream.outline.at(-1)).toBe('TASK_STATE_INPUT_REQUIRED');
  });

  it('B-11 the stream of an answer begins with the task as it was then', async () => {
    const asked = await client.send(messageFor('need-input'));
    const answer = { ...messageFor('need-input', 'blue'), taskId: asked.id };
    const stream = await client.stream('SendStreamingMessage', { message: answer });
    const [first] = await stream.all();
    expect(first?.response).toMatchObject({ task: { id: asked.id } });
    expect(stream.outline.at(-1)).toBe('TASK_STATE_COMPLETED');
    expect(stream.outline.filter((one) => one === 'task')).toHaveLength(1);
  });
});
