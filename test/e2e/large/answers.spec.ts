import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Task } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { eventually } from '../../support/eventually.js';
import { HttpJsonClient } from '../../support/http-json-client.js';
import { callOf, type HttpAnswer } from '../../support/json-rpc-client.js';
import { messageFor } from '../../support/messages.js';

const MIB = 1024 * 1024;
const READERS = 8;
/** 54 chunks of 64 KiB characters, which are six times as many in JSON: 20 MiB. */
const CHUNKS = 54;
const CHARACTERS = 65_536;
/** Eight copies of the JSON alone would be 160 MiB. */
const BOUND = 120 * MIB;

describe.runIf(process.platform === 'linux')('a task whose JSON has 20 MiB', () => {
  let agent: AgentProcess;
  let taskId: string;

  beforeAll(async () => {
    const maker = await AgentProcess.start();
    ({ id: taskId } = await maker.client().begin(messageFor('escaped', `${CHUNKS} ${CHARACTERS}`)));
    await eventually('the task is complete', () => isComplete(maker), 120_000);
    await maker.stop('SIGTERM');
    // A fresh process, whose memory knows nothing of how the task was made, and which tidies up early.
    const NODE_OPTIONS = '--max-old-space-size=400';
    agent = await AgentProcess.start({ dataDir: maker.dataDir, env: { NODE_OPTIONS } });
  });
  afterAll(() => endAgents(agent));

  const isComplete = async (where: AgentProcess) => {
    const { tasks } = await where.client().call<{ tasks: Task[] }>('ListTasks', {
      status: 'TASK_STATE_COMPLETED',
    });
    return tasks.some(({ id }) => id === taskId);
  };

  it('does not stand in memory as JSON for those who read its answer slowly', async () => {
    const client = agent.client();
    const http = HttpJsonClient.of(agent);
    const open = (reader: number) =>
      reader % 2 === 0 ? client.open('GetTask', { id: taskId }) : http.open('GET', `/tasks/${taskId}`);
    // What it takes to load it once is not counted.
    await buffer(await open(0));
    await buffer(await open(1));
    const before = agent.memory('VmRSS');
    const opened: IncomingMessage[] = [];
    for (let reader = 0; reader < READERS; reader += 1) opened.push(await open(reader));
    await delay(1_000);
    expect((agent.memory('VmRSS') - before) / MIB).toBeLessThan(BOUND / MIB);
    // None of them has been forgotten, and one that leaves is not in the way of another.
    const [first, ...others] = opened;
    for (const response of others) response.on('error', () => undefined).destroy();
    const { result } = JSON.parse((await buffer(first!)).toString()) as { result: Task };
    expect(result.artifacts?.[0]?.parts).toHaveLength(CHUNKS);
  });
});

describe('an answer', () => {
  let agent: AgentProcess;
  let http: HttpJsonClient;
  const ids = { long: '', short: '' };

  beforeAll(async () => {
    agent = await AgentProcess.start();
    http = HttpJsonClient.of(agent);
    ids.long = (await agent.client().send(messageFor('escaped', '3 65536'))).id;
    ids.short = (await agent.client().send(messageFor('escaped', '1 10'))).id;
  });
  afterAll(() => endAgents(agent));

  const call = (method: string, params: object) => agent.client().post(callOf(method, params, 'an id'));
  const configuration = { historyLength: 1 };
  const message = (size: 'long' | 'short') => messageFor('escaped', size === 'long' ? '3 65536' : '1 10');

  /** Each operation whose answer may be long, on each binding. */
  const asked: [string, (size: 'long' | 'short') => Promise<HttpAnswer>][] = [
    ['GetTask', (size) => call('GetTask', { id: ids[size] })],
    ['SendMessage', (size) => call('SendMessage', { message: message(size), configuration })],
    ['ListTasks', (size) => call('ListTasks', { includeArtifacts: size === 'long' })],
    ['GET /tasks/{id}', (size) => http.request('GET', `/tasks/${ids[size]}`)],
    [
      'POST /message:send',
      (size) => http.request('POST', '/message:send', { message: message(size), configuration }),
    ],
    ['GET /tasks', (size) => http.request('GET', `/tasks?includeArtifacts=${size === 'long'}`)],
  ];

  it.each(asked)(
    'to %s has the bytes that JSON.stringify makes, its type, and its length if it is short',
    async (what, ask) => {
      const [type, caching] = what.includes('/')
        ? ['application/a2a+json; charset=utf-8', 'no-store']
        : ['application/json; charset=utf-8', undefined];
      for (const size of ['long', 'short'] as const) {
        const { status, headers, text } = await ask(size);
        expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, type, caching]);
        expect(text === JSON.stringify(JSON.parse(text))).toBe(true);
        const length = size === 'short' ? `${Buffer.byteLength(text)}` : undefined;
        expect([text.length > 1_000_000, headers['content-length']]).toEqual([size === 'long', length]);
      }
    },
  );

  it('goes no further when its reader leaves, which is no fault', async () => {
    const response = await http.open('GET', `/tasks/${ids.long}`);
    response.on('error', () => undefined).destroy();
    const again = await http.call<Task>('GET', `/tasks/${ids.long}`);
    expect(again.id).toBe(ids.long);
    expect(agent.log).not.toMatch(/error/i);
  });
});
