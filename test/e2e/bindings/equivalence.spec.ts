import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Task } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { type Binding, bindingsOf, type Outcome } from '../../support/bindings.js';
import type { JsonRpcClient } from '../../support/json-rpc-client.js';
import { messageFor } from '../../support/messages.js';
import { REQUESTS, type Tasks } from './requests.js';

/** Members that differ from one call to the next. */
const OWN = new Set([
  'id',
  'taskId',
  'contextId',
  'messageId',
  'artifactId',
  'timestamp',
  'nextPageToken',
  'correlationId',
]);

/** The outcome with a mark in the place of what is a call's own; ids in texts too. */
function withoutOwn(outcome: Outcome, ids: readonly string[]): unknown {
  const text = JSON.stringify(outcome, (key, value: unknown) =>
    OWN.has(key) && typeof value === 'string' && value !== '' ? '*' : value,
  );
  return JSON.parse(ids.reduce((rest, id) => rest.replaceAll(id, '*'), text)) as unknown;
}

function kindOf(outcome: Outcome): string {
  return 'error' in outcome ? outcome.error.reason : (Object.keys(outcome)[0] ?? '');
}

describe('both bindings', () => {
  let agent: AgentProcess;
  let client: JsonRpcClient;
  let bindings: readonly [Binding, Binding];

  beforeAll(async () => {
    agent = await AgentProcess.start();
    client = agent.client();
    bindings = bindingsOf(agent);
    for (const text of ['one', 'two']) await client.send(messageFor('echo', text, { contextId: 'listed' }));
  });
  afterAll(() => endAgents(agent));

  const makeTasks = async (): Promise<Tasks> => ({
    ended: await client.send(messageFor('letters-inline')),
    asking: await client.send(messageFor('need-input-inline', 'one')),
    running: await client.begin(messageFor('silent-inline')),
  });

  it('5.1 the table is as long as it is meant to be, and has every operation', () => {
    expect(REQUESTS.length).toBeGreaterThanOrEqual(40);
    expect(new Set(REQUESTS.map(([, operation]) => operation)).size).toBe(11);
    expect(new Set(REQUESTS.map(([what]) => what)).size).toBe(REQUESTS.length);
  });

  it.each(
    REQUESTS.map(([what, operation, params, expected, headers]) => ({
      what,
      operation,
      params,
      expected,
      headers,
    })),
  )('SD-008 5.1 $what: $operation is answered alike', async ({ operation, params, expected, headers }) => {
    const outcomes: unknown[] = [];
    for (const binding of bindings) {
      const tasks = await makeTasks();
      const outcome = await binding.call(operation, params(tasks), headers);
      expect([binding.name, kindOf(outcome)]).toEqual([binding.name, expected]);
      outcomes.push(
        withoutOwn(
          outcome,
          Object.values(tasks).map(({ id }: Task) => id),
        ),
      );
      await client.ask('CancelTask', { id: tasks.running.id });
    }
    expect(outcomes[1]).toEqual(outcomes[0]);
  });
});
