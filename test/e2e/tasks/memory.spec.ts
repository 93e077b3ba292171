import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { eventually } from '../../support/eventually.js';
import { messageFor } from '../../support/messages.js';

const MIB = 1024 * 1024;
const READERS = 30;
/** 800 chunks of 64 KiB: a log of 50 MiB. */
const LOG = 'stream 800 65536';
/** Thirty copies of the log would be 1,500 MiB. */
const BOUND = 150 * MIB;

describe.runIf(process.platform === 'linux')('clients that never read a log of 50 MiB', () => {
  let agent: AgentProcess;
  let taskId: string;
  let left: IncomingMessage[];

  beforeAll(async () => {
    const maker = await AgentProcess.start();
    const client = maker.client();
    ({ id: taskId } = await client.begin(messageFor('stream', LOG)));
    await eventually('the log is complete', async () => isOver(maker, taskId), 120_000);
    await maker.stop('SIGTERM');
    // A fresh process, whose memory knows nothing of how the log was made.
    agent = await AgentProcess.start({ dataDir: maker.dataDir });
    left = [];
  });
  afterAll(() => endAgents(agent));

  const isOver = async (where: AgentProcess, id: string) => {
    const { tasks } = await where.client().call<{ tasks: { id: string }[] }>('ListTasks', {
      status: 'TASK_STATE_COMPLETED',
    });
    return tasks.some((task) => task.id === id);
  };
  /** Opens streams and reads nothing of them. */
  const openUnread = async (method: string, params: object, headers = {}) => {
    const client = agent.client();
    const opened = await Promise.all(
      Array.from({ length: READERS }, () => client.open(method, params, headers)),
    );
    for (const response of opened) response.on('error', () => undefined);
    left.push(...opened);
    return opened.map(({ headers: { 'content-type': type } }) => type);
  };
  /** The most memory that the process takes while it is watched, in bytes. */
  const mostMemory = async (forMs: number) => {
    let most = 0;
    for (const end = Date.now() + forMs; Date.now() < end; await delay(50)) {
      most = Math.max(most, agent.memory('VmRSS'));
    }
    return most;
  };
  const leave = async () => {
    for (const response of left.splice(0)) response.destroy();
    await eventually('all readers are freed', async () => (await agent.observations()).readers === 0);
  };

  it('cost a bounded amount of memory when they resume it', async () => {
    const before = agent.memory('VmRSS');
    const watching = mostMemory(12_000);
    const types = await openUnread('SubscribeToTask', { id: taskId }, { 'last-event-id': '1' });
    expect(((await watching) - before) / MIB).toBeLessThan(BOUND / MIB);
    expect(new Set(types)).toEqual(new Set(['text/event-stream; charset=utf-8']));
    expect((await agent.observations()).openStreams).toBe(READERS);
    await leave();
  });

  it('cost a bounded amount of memory while it is written, and do not hold up the work', async () => {
    const { id } = await agent.client().begin(messageFor('sleep', 'sleep 0'));
    await eventually('the process is warm', () => isOver(agent, id));
    const before = agent.memory('VmRSS');
    const { id: live } = await agent.client().begin(messageFor('stream', LOG));
    const watching = mostMemory(15_000);
    const types = await openUnread('SubscribeToTask', { id: live });
    expect(new Set(types)).toEqual(new Set(['text/event-stream; charset=utf-8']));
    await eventually('the log is complete', () => isOver(agent, live), 120_000);
    expect(((await watching) - before) / MIB).toBeLessThan((2 * BOUND) / MIB);
    await leave();
  });

  it('one client that does read gets all of it', async () => {
    const stream = await agent.client().stream('SubscribeToTask', { id: taskId }, { 'last-event-id': '1' });
    await stream.all(60_000);
    expect(stream.outline.filter((one) => one === 'artifact')).toHaveLength(800);
    expect(stream.ids).toEqual(stream.ids.map((_, index) => index + 2));
  });
});
