import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const SECRET = 'hunter2';

describe('a skill that fails', () => {
  let agent: AgentProcess;
  let client: JsonRpcClient;

  beforeAll(async () => {
    agent = await AgentProcess.start({ env: { LEASE_MS: '2000', SWEEP_MS: '500' } });
    client = agent.client();
  });
  afterAll(() => endAgents(agent));

  it.each([
    ['throw', 0],
    ['throw', 3],
    ['throw-inline', 0],
    ['throw-inline', 3],
  ])(
    'BC-10 %s after %i events ends the stream with FAILED and gives nothing away',
    async (skillId, after) => {
      const stream = await client.stream('SendStreamingMessage', {
        message: messageFor(skillId, `throw ${after}`),
      });
      const events = await stream.all();
      expect(stream.end).toBe('whole');
      const responses = events.map(({ response }) => response);
      // An inline task may be over when it is first stored: then the first event says all.
      expect(skillId === 'throw' ? stream.outline.at(-1) : 'TASK_STATE_FAILED').toBe('TASK_STATE_FAILED');
      expect(stateAfter(responses)).toBe('TASK_STATE_FAILED');
      const before = Array.from({ length: after }, (_, index) => `before ${index}`);
      expect(textsOf(artifactsAfter(responses).get('result') ?? []).join('')).toBe(before.join(''));
      const wire = stream.parser.events.map(({ data }) => data).join('');
      expect(wire).not.toContain(SECRET);
      const [first] = events;
      const task = await client.task(first && 'task' in first.response ? first.response.task.id : '');
      expect(task.status.state).toBe('TASK_STATE_FAILED');
      expect(JSON.stringify(task)).not.toContain(SECRET);
      const correlationId = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(statusText(task))?.[0] ?? 'none';
      expect(agent.log).toContain(correlationId);
      expect(agent.log.slice(agent.log.indexOf(correlationId))).toContain(SECRET);
      expect((await client.send(messageFor('letters'))).status.state).toBe('TASK_STATE_COMPLETED');
    },
  );

  it('an unforeseen error is tried again; the failed attempt leaves no artifact behind', async () => {
    const stream = await client.stream('SendStreamingMessage', { message: messageFor('throw-once') });
    const events = await stream.all(60_000);
    expect(stream.outline).not.toContain('TASK_STATE_FAILED');
    expect(stream.outline.at(-1)).toBe('TASK_STATE_COMPLETED');
    const [first] = events;
    const task = await client.task(first && 'task' in first.response ? first.response.task.id : '');
    expect(task.artifacts).toHaveLength(1);
    expect(artifactTexts(task)).toEqual(['whole']);
    // A reader that has seen `half` learns that it is replaced.
    const chunks = events.flatMap(({ response }) =>
      'artifactUpdate' in response && response.artifactUpdate.artifact.artifactId !== 'given-up'
        ? [response.artifactUpdate]
        : [],
    );
    expect(chunks.at(-1)).toMatchObject({ artifact: { parts: [{ text: 'whole' }] } });
    expect(chunks.at(-1)?.append ?? false).toBe(false);
    const { lines } = await agent.observations();
    expect(lines.filter((line) => line.startsWith('attempt'))).toEqual(['attempt 1', 'attempt 2']);
  });

  it.each([
    ['fail', 'TASK_STATE_FAILED', 'The printer is out of paper.'],
    ['fail-inline', 'TASK_STATE_FAILED', 'The printer is out of paper.'],
    ['reject', 'TASK_STATE_REJECTED', 'Only on weekdays.'],
    ['reject-inline', 'TASK_STATE_REJECTED', 'Only on weekdays.'],
  ])('%s ends %s with its own words, and is not tried again', async (skillId, state, words) => {
    const before = (await agent.observations()).lines.length;
    const task = await client.send(messageFor(skillId));
    expect(task.status.state).toBe(state);
    expect(statusText(task)).toBe(words);
    expect(task.status.message).toMatchObject({
      role: 'ROLE_AGENT',
      taskId: task.id,
      contextId: task.contextId,
    });
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect((await agent.observations()).lines.length).toBe(before + 1);
  });

  it('one that publishes without waiting ends FAILED when it is too far ahead, and the process goes on', async () => {
    const few = await client.send(messageFor('flood-unawaited', 'flood 900'));
    expect(few.status.state).toBe('TASK_STATE_COMPLETED');
    expect(artifactTexts(few).join('')).toContain('899;');
    const order = messageFor('flood-unawaited', 'flood 5000');
    const task = await client.send(order);
    expect(task.status.state).toBe('TASK_STATE_FAILED');
    expect(statusText(task)).toContain('Await publish()');
    expect((await client.send(messageFor('letters'))).status.state).toBe('TASK_STATE_COMPLETED');
    const { lines } = await agent.observations();
    expect(lines.filter((line) => line === `ran ${order.messageId}`)).toHaveLength(1);
  });

  it('one that publishes in a direct reply fails, and the process goes on', async () => {
    const { code } = await client.refusal('SendMessage', { message: messageFor('publish-in-reply') });
    expect(code).toBe(-32603);
    expect(agent.log).toContain('has no task to publish to');
    expect((await client.send(messageFor('letters'))).status.state).toBe('TASK_STATE_COMPLETED');
  });
});
