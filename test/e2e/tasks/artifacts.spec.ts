import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StreamResponse } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import type { JsonRpcClient } from '../../support/json-rpc-client.js';
import {
  artifactsAfter,
  artifactTexts,
  messageFor,
  stateAfter,
  statusText,
  textsOf,
} from '../../support/messages.js';

/** What `stream 500 100` gives. */
const FIVE_HUNDRED = Array.from({ length: 500 }, (_, index) => `${index};`.padEnd(100, 'x')).join('');

describe('what a skill gives', () => {
  let agent: AgentProcess;
  let client: JsonRpcClient;

  beforeAll(async () => {
    agent = await AgentProcess.start();
    client = agent.client();
  });
  afterAll(() => endAgents(agent));

  const streamed = async (skillId: string, text?: string) => {
    const stream = await client.stream('SendStreamingMessage', { message: messageFor(skillId, text) });
    const events = await stream.all();
    const responses = events.map(({ response }) => response);
    const [first] = responses;
    return { stream, responses, task: await client.task(first && 'task' in first ? first.task.id : '') };
  };
  const chunksOf = (responses: readonly StreamResponse[]) =>
    responses.flatMap((one) => ('artifactUpdate' in one ? [one.artifactUpdate] : []));

  it('BC-20 three chunks are one artifact, each once', async () => {
    const { responses, task } = await streamed('letters');
    const chunks = chunksOf(responses);
    expect(chunks.map(({ artifact }) => artifact.parts)).toEqual([
      [{ text: 'A' }],
      [{ text: 'B' }],
      [{ text: 'C' }],
    ]);
    expect(chunks.map(({ append }) => append ?? false)).toEqual([false, true, true]);
    expect(chunks.map(({ lastChunk }) => lastChunk ?? false)).toEqual([false, false, true]);
    expect(chunks.map(({ taskId }) => taskId)).toEqual([task.id, task.id, task.id]);
    expect(new Set(chunks.map(({ contextId }) => contextId))).toEqual(new Set([task.contextId]));
    expect(task.artifacts).toHaveLength(1);
    expect(task.artifacts?.[0]).toMatchObject({ artifactId: 'letters', name: 'Letters' });
    expect(artifactTexts(task).join('')).toBe('ABC');
  });

  it('BC-19 a first chunk that says append begins its artifact', async () => {
    const { responses, task } = await streamed('append-first');
    expect(chunksOf(responses).map(({ append }) => append ?? false)).toEqual([false, true]);
    expect(task.status.state).toBe('TASK_STATE_COMPLETED');
    expect(artifactTexts(task, 'unbegun').join('')).toBe('firstsecond');
  });

  it.each([
    ['letters', 'letters', 'ABC'],
    ['letters-inline', 'letters', 'ABC'],
    ['append-first', 'unbegun', 'firstsecond'],
    ['observable', 'result', 'emission 1emission 2emission 3emission 4emission 5'],
    ['observable-inline', 'result', 'emission 1emission 2emission 3emission 4emission 5'],
    ['stream', 'result', FIVE_HUNDRED],
    ['stream-inline', 'result', FIVE_HUNDRED],
  ])('who has followed %s knows the same as who asks afterwards', async (skillId, artifactId, whole) => {
    const { responses, task } = await streamed(skillId, 'stream 500 100');
    expect(stateAfter(responses)).toBe('TASK_STATE_COMPLETED');
    expect(task.status.state).toBe('TASK_STATE_COMPLETED');
    expect(task.artifacts).toHaveLength(1);
    expect(artifactTexts(task, artifactId).join('')).toBe(whole);
    expect(textsOf(artifactsAfter(responses).get(artifactId) ?? []).join('')).toBe(whole);
  });

  it('B-13 chunks are sent as they come, one event each', async () => {
    const { responses } = await streamed('stream', 'stream 500 100');
    expect(chunksOf(responses)).toHaveLength(500);
    expect(chunksOf(responses).map(({ append }) => append ?? false)).toEqual(
      Array.from({ length: 500 }, (_, index) => index > 0),
    );
  });

  it('an Observable that floods fails its task with advice, and not the process', async () => {
    const { task } = await streamed('flood');
    expect(task.status.state).toBe('TASK_STATE_FAILED');
    expect(statusText(task)).toMatch(/Return an AsyncIterable/);
    expect((await client.send(messageFor('letters'))).status.state).toBe('TASK_STATE_COMPLETED');
  });

  it('a remark is told at once, and is part of the history', async () => {
    const { responses, task } = await streamed('remark');
    const told = responses.findIndex(
      (one) => 'statusUpdate' in one && one.statusUpdate.status.message !== undefined,
    );
    const chunk = responses.findIndex((one) => 'artifactUpdate' in one);
    expect(told).toBeGreaterThan(0);
    expect(told).toBeLessThan(chunk);
    const remarks = task.history?.filter(({ role }) => role === 'ROLE_AGENT');
    expect(remarks?.map(({ parts }) => parts)).toEqual([[{ text: 'This takes a while.' }]]);
  });

  it('progress is told and kept, never falls, and is no part of the history', async () => {
    const { responses, task } = await streamed('progress');
    const told = responses.flatMap((one) =>
      'statusUpdate' in one && one.statusUpdate.metadata ? Object.values(one.statusUpdate.metadata) : [],
    ) as { percent: number; text: string }[];
    expect(told.map(({ percent }) => percent)).toEqual([10, 50, 90]);
    expect(Object.values(task.metadata ?? {})).toContainEqual({ percent: 90, text: 'at 90' });
    expect(task.history).toHaveLength(1);
  });

  it("reply: 'message' answers with one message and makes no task", async () => {
    const message = messageFor('reply', 'you', { contextId: 'a-talk' });
    const answer = await client.call<object>('SendMessage', { message });
    expect(answer).toEqual({
      message: {
        messageId: expect.stringMatching(/./) as string,
        contextId: 'a-talk',
        role: 'ROLE_AGENT',
        parts: [{ text: 'Hello, you' }],
        metadata: { mood: 'good' },
      },
    });
    const { totalSize } = await client.call<{ totalSize: number }>('ListTasks', { contextId: 'a-talk' });
    expect(totalSize).toBe(0);
  });

  it("B-11 a stream of reply: 'message' holds that message and ends", async () => {
    const stream = await client.stream('SendStreamingMessage', { message: messageFor('reply', 'you') });
    await stream.all();
    expect(stream.outline).toEqual(['message']);
    const refused = await client.call<object>('SendMessage', { message: messageFor('reply', 'refuse') });
    expect(refused).toMatchObject({ message: { parts: [{ text: 'I would rather not.' }] } });
  });
});
