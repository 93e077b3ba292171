import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Task } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { HttpJsonClient } from '../../support/http-json-client.js';
import { taskIdOf } from '../../support/json-rpc-stream.js';
import { artifactsAfter, message, messageFor, textsOf } from '../../support/messages.js';

describe('the streams of the HTTP+JSON binding', () => {
  let agent: AgentProcess;
  let client: HttpJsonClient;

  beforeAll(async () => {
    agent = await AgentProcess.start({ env: { HEARTBEAT_MS: '1000' } });
    client = HttpJsonClient.of(agent);
  });
  afterAll(() => endAgents(agent));

  const begin = (skillId: string, text?: string) =>
    client.send(messageFor(skillId, text), { returnImmediately: true });

  it('BC-09 L-3 a message may be answered with a stream of bare responses', async () => {
    const stream = await client.stream('POST', '/message:stream', { message: messageFor('letters') });
    expect(stream.headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/event-stream/) as string,
      'cache-control': 'no-cache, no-transform',
    });
    const events = await stream.all();
    expect([stream.end, stream.parser.hasUnfinished, stream.parser.unknown]).toEqual(['whole', false, []]);
    expect(stream.outline.at(0)).toBe('task');
    expect(stream.outline.at(-1)).toBe('TASK_STATE_COMPLETED');
    expect(textsOf(artifactsAfter(events.map(({ response }) => response)).get('letters') ?? [])).toEqual([
      'A',
      'B',
      'C',
    ]);
    expect(stream.parser.events.map(({ data }) => Object.keys(JSON.parse(data) as object))).toEqual(
      stream.parser.events.map(() => [expect.stringMatching(/^(task|statusUpdate|artifactUpdate)$/)]),
    );
  });

  it('B-11 a direct reply is one message, and then the stream ends', async () => {
    const stream = await client.stream('POST', '/message:stream', { message: messageFor('reply', 'Ada') });
    await stream.all();
    expect(stream.outline).toEqual(['message']);
  });

  it.each(['GET', 'POST'])('B-27 B-7 %s :subscribe begins with the task and ends with it', async (verb) => {
    const { id } = await begin('ticks', '5 200');
    const stream = await client.stream(verb, `/tasks/${id}:subscribe`);
    await stream.all();
    expect([stream.outline.at(0), stream.outline.at(-1)]).toEqual(['task', 'TASK_STATE_COMPLETED']);
    expect(stream.ids).toEqual(stream.ids.toSorted((one, other) => one - other));
  });

  it('BC-08 ids increase, a silent stream gets comments, and Last-Event-ID goes on after an event', async () => {
    const { id } = await begin('silent');
    const stream = await client.stream('GET', `/tasks/${id}:subscribe`);
    const { id: first } = await stream.first('WORKING', (one) =>
      'statusUpdate' in one ? one.statusUpdate.status.state === 'TASK_STATE_WORKING' : 'task' in one,
    );
    await expect.poll(() => stream.parser.comments, { timeout: 30_000 }).toContain('heartbeat');
    stream.destroy();
    await client.call('POST', `/tasks/${id}:cancel`);
    const resumed = await client.stream('GET', `/tasks/${id}:subscribe`, undefined, {
      'last-event-id': `${first}`,
    });
    await resumed.all();
    expect(resumed.outline).not.toContain('task');
    expect(resumed.outline.at(-1)).toBe('TASK_STATE_CANCELED');
    expect(resumed.ids[0]).toBe(first + 1);
  });

  it('BC-04 B-14 what is known before the first event is JSON with its status, and no stream', async () => {
    const ended = await client.send(messageFor('letters'));
    const refused: [string, string, object | undefined, number, string][] = [
      ['POST', '/message:stream', { message: message('a', { taskId: 'nope' }) }, 404, 'TASK_NOT_FOUND'],
      [
        'POST',
        '/message:stream',
        { message: message('a', { taskId: ended.id }) },
        400,
        'UNSUPPORTED_OPERATION',
      ],
      ['POST', '/message:stream', {}, 400, 'INVALID_PARAMS'],
      ['GET', '/tasks/nope:subscribe', undefined, 404, 'TASK_NOT_FOUND'],
      ['POST', `/tasks/${ended.id}:subscribe`, undefined, 400, 'UNSUPPORTED_OPERATION'],
    ];
    for (const [verb, path, body, status, reason] of refused) {
      const { code, details } = await client.refusal(verb, path, body);
      expect([path, code, details[0]?.reason]).toEqual([path, status, reason]);
    }
  });

  it('B-29 readers on both bindings get the same events with the same numbers', async () => {
    const { id } = await begin('ticks', '8 200');
    const bare = await client.stream('GET', `/tasks/${id}:subscribe`, undefined, { 'last-event-id': '1' });
    const wrapped = await agent.client().stream('SubscribeToTask', { id }, { 'last-event-id': '1' });
    const [one, other] = [await bare.all(), await wrapped.all()];
    expect(one.length).toBeGreaterThan(8);
    expect(one).toEqual(other);
  });

  it('BC-01 a reader that leaves frees its place, and the task goes on', async () => {
    const body = { message: messageFor('sleep', 'sleep 3') };
    const stream = await client.stream('POST', '/message:stream', body);
    const id = await taskIdOf(stream);
    stream.destroy();
    await expect.poll(async () => (await agent.observations()).openStreams, { timeout: 30_000 }).toBe(0);
    await expect
      .poll(async () => (await client.call<Task>('GET', `/tasks/${id}`)).status.state, { timeout: 30_000 })
      .toBe('TASK_STATE_COMPLETED');
  });
});
