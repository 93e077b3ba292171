import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message, Task } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { type Binding, bindingsOf } from '../../support/bindings.js';
import { artifactTexts, message, messageFor, statusText } from '../../support/messages.js';
import { type TestDatastore, testDatastores } from '../../support/test-datastores.js';

describe.each(testDatastores())('the skill of a task, $name', ({ create }) => {
  let datastore: TestDatastore;
  let agent: AgentProcess;
  let bindings: readonly [Binding, Binding];

  beforeAll(async () => {
    datastore = await create();
    agent = await AgentProcess.start({ env: { DATASTORE_URL: datastore.url } });
    bindings = bindingsOf(agent);
  });
  afterAll(async () => {
    await endAgents(agent);
    await datastore.drop();
  });

  const send = (binding: Binding, sent: Message) => binding.call('SendMessage', { message: sent });
  const taskOf = async (binding: Binding, sent: Message): Promise<Task> => {
    const outcome = await send(binding, sent);
    if (!('result' in outcome)) throw new Error(`No task: ${JSON.stringify(outcome)}`);
    return (outcome.result as { task: Task }).task;
  };
  const asking = (binding: Binding) => taskOf(binding, message('xyzzy'));

  it('D-5 a later message that names another skill is refused, and nothing changes', async () => {
    for (const binding of bindings) {
      const task = await taskOf(binding, messageFor('need-input'));
      for (const other of ['need-auth', 'no-such-skill', '']) {
        const outcome = await send(binding, messageFor(other, 'blue', { taskId: task.id }));
        expect(outcome).toMatchObject({
          error: { reason: 'INVALID_PARAMS', code: expect.any(Number) as number },
        });
        expect(JSON.stringify(outcome)).toContain('"field":"message.metadata.skillId"');
      }
      expect(await agent.client().task(task.id)).toEqual(task);
      const after = await taskOf(binding, messageFor('need-input', 'blue', { taskId: task.id }));
      expect(artifactTexts(after)).toEqual(['You said blue']);
    }
  });

  it('C-8 an answer that does not tell the skill either is asked again, until one does', async () => {
    for (const binding of bindings) {
      const asked = await asking(binding);
      expect(asked.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
      const again = await taskOf(binding, message('plugh', { taskId: asked.id }));
      expect(again.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
      expect(statusText(again)).toContain('- need-input: ');
      expect(again.history?.map(({ parts }) => parts)).toMatchObject([
        [{ text: 'xyzzy' }],
        [{ text: expect.stringContaining('Which skill is meant?') as string }],
        [{ text: 'plugh' }],
      ]);
      const unknown = await send(binding, messageFor('no-such-skill', 'x', { taskId: asked.id }));
      expect(unknown).toMatchObject({ error: { reason: 'INVALID_PARAMS' } });
      const done = await taskOf(binding, messageFor('letters', 'x', { taskId: asked.id }));
      expect(done.status.state).toBe('TASK_STATE_COMPLETED');
      expect(artifactTexts(done)).toEqual(['A', 'B', 'C']);
    }
  });

  it('C-8 a stream of an answer that does not tell the skill ends with the question', async () => {
    for (const binding of bindings) {
      const asked = await asking(binding);
      const sent = message('plugh', { taskId: asked.id });
      const outcome = await binding.call('SendStreamingMessage', { message: sent });
      if (!('events' in outcome)) throw new Error(`No stream: ${JSON.stringify(outcome)}`);
      expect(outcome.events).toMatchObject([{ task: { status: { state: 'TASK_STATE_INPUT_REQUIRED' } } }]);
    }
  });

  it('C-8 two answers at the same moment that do not tell the skill are both asked again', async () => {
    for (const binding of bindings) {
      const asked = await asking(binding);
      const sent = message('plugh', { taskId: asked.id });
      await Promise.all([send(binding, sent), send(binding, message('other', { taskId: asked.id }))]);
      const { history = [] } = await agent.client().task(asked.id);
      expect(history.map(({ role }) => role)).toEqual([
        'ROLE_USER',
        'ROLE_AGENT',
        'ROLE_USER',
        'ROLE_AGENT',
        'ROLE_USER',
      ]);
    }
  });
});
