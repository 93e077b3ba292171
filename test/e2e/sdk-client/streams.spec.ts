import type { StreamResponse } from '@a2a-js/sdk';
import type { Client } from '@a2a-js/sdk/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { eventually } from '../../support/eventually.js';
import { message, messageFor } from '../../support/messages.js';
import {
  allOf,
  BINDINGS,
  clientOf,
  outlineOf,
  ReadAlong,
  sending,
  stateOf,
  taskOf,
  textsOf,
} from './sdk-client.js';

describe.each(BINDINGS)('streams of the official client on %s', (binding) => {
  let agent: AgentProcess;
  let client: Client;

  beforeAll(async () => {
    agent = await AgentProcess.start({ env: { HEARTBEAT_MS: '100' } });
    client = await clientOf(agent, binding);
  });
  afterAll(() => endAgents(agent));

  const taskIn = (event: StreamResponse | undefined) => {
    if (event?.payload?.$case !== 'task') throw new Error(`No task: ${JSON.stringify(event)}`);
    return event.payload.value;
  };
  const noStreams = () =>
    eventually('no stream is open', async () => {
      const { readers, openStreams } = await agent.observations();
      return readers === 0 && openStreams === 0;
    });

  it('reads a task that has ended at once as one event', async () => {
    const events = await allOf(client.sendMessageStream(sending(messageFor('letters-inline'))));
    expect(events.map(outlineOf)).toEqual(['task']);
    const task = taskIn(events[0]);
    expect([stateOf(task), ...textsOf(task.artifacts[0]?.parts)]).toEqual([
      'TASK_STATE_COMPLETED',
      'A',
      'B',
      'C',
    ]);
  });

  it('reads a task from its beginning to its end', async () => {
    const events = await allOf(client.sendMessageStream(sending(messageFor('letters'))));
    const outline = events.map(outlineOf);
    expect(outline[0]).toBe('task');
    expect(outline.at(-1)).toBe('TASK_STATE_COMPLETED');
    const chunks = events.flatMap(({ payload }) =>
      payload?.$case === 'artifactUpdate' ? [payload.value] : [],
    );
    expect(chunks.flatMap(({ artifact }) => textsOf(artifact?.parts))).toEqual(['A', 'B', 'C']);
    expect(chunks.map(({ append, lastChunk }) => [append, lastChunk])).toEqual([
      [false, false],
      [true, false],
      [true, true],
    ]);
  });

  it('reads many chunks in their order', async () => {
    const events = await allOf(client.sendMessageStream(sending(messageFor('stream', 'stream 300 50'))));
    const texts = events.flatMap(({ payload }) =>
      payload?.$case === 'artifactUpdate' ? textsOf(payload.value.artifact?.parts) : [],
    );
    const numbers = texts.flatMap((text) => text.match(/\d+(?=;)/g) ?? []).map(Number);
    expect(numbers).toEqual(Array.from({ length: 300 }, (_, index) => index));
  });

  it('reads a message for an answer', async () => {
    const events = await allOf(client.sendMessageStream(sending(messageFor('reply', 'Ada'))));
    expect(events.map(outlineOf)).toEqual(['message']);
  });

  it('is not disturbed by the signs of life of a silent stream', async () => {
    const events = await allOf(client.sendMessageStream(sending(messageFor('sleep', 'sleep 1'))));
    expect(events.map(outlineOf).at(-1)).toBe('TASK_STATE_COMPLETED');
  });

  it('comes back to a task that works, and reads it to its end', async () => {
    const begun = new ReadAlong(client.sendMessageStream(sending(messageFor('ticks', 'ticks 8 150'))));
    await eventually('a tick', () => begun.outline.includes('artifactUpdate'));
    const { id } = taskIn(begun.events[0]);
    const again = await allOf(client.resubscribeTask({ tenant: '', id }));
    const snapshot = taskIn(again[0]);
    expect(snapshot.id).toBe(id);
    expect(again.map(outlineOf).at(-1)).toBe('TASK_STATE_COMPLETED');
    const texts = again.flatMap(({ payload }) =>
      payload?.$case === 'artifactUpdate' ? textsOf(payload.value.artifact?.parts) : [],
    );
    const all = [...snapshot.artifacts.flatMap(({ parts }) => textsOf(parts)), ...texts].join('');
    expect(all.match(/tick \d/g)).toEqual(Array.from({ length: 8 }, (_, index) => `tick ${index + 1}`));
    await begun.over;
  });

  it('stays with a task that asks until somebody has answered', async () => {
    const asking = await taskOf(client, messageFor('need-input'));
    const stream = new ReadAlong(client.resubscribeTask({ tenant: '', id: asking.id }));
    await eventually('the snapshot', () => stream.events.length > 0);
    expect(stateOf(taskIn(stream.events[0]))).toBe('TASK_STATE_INPUT_REQUIRED');
    await taskOf(client, message('red', { taskId: asking.id }));
    await stream.over;
    expect(stream.outline.at(-1)).toBe('TASK_STATE_COMPLETED');
  });

  it('leaves a stream by its signal; the agent notices, and goes on working', async () => {
    const controller = new AbortController();
    const stream = new ReadAlong(
      client.sendMessageStream(sending(messageFor('silent')), { signal: controller.signal }),
    );
    await eventually('the task', () => stream.outline.includes('task'));
    const { id } = taskIn(stream.events[0]);
    controller.abort();
    await stream.over;
    await noStreams();
    // The task may still have been waiting for its worker when the stream was left.
    await eventually('the agent works', async () => {
      const task = await client.getTask({ tenant: '', id });
      return stateOf(task) === 'TASK_STATE_WORKING';
    });
    const canceled = await client.cancelTask({ tenant: '', id, metadata: undefined });
    expect(stateOf(canceled)).toBe('TASK_STATE_CANCELED');
  });

  it('leaves a stream in the middle of its loop', async () => {
    const read: StreamResponse[] = [];
    for await (const event of client.sendMessageStream(sending(messageFor('ticks', 'ticks 40 50')))) {
      read.push(event);
      if (event.payload?.$case === 'artifactUpdate') break;
    }
    await noStreams();
    const { id } = taskIn(read[0]);
    const canceled = await client.cancelTask({ tenant: '', id, metadata: undefined });
    expect(stateOf(canceled)).toBe('TASK_STATE_CANCELED');
  });
});
