import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message, SendMessageResponse, Task } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { type Binding, bindingsOf } from '../../support/bindings.js';
import { artifactTexts, messageFor, textsOf } from '../../support/messages.js';
import { type TestDatastore, testDatastores } from '../../support/test-datastores.js';

const TAKES = ['text/plain', 'image/*'];

describe.each(testDatastores())('the output modes that a caller accepts, $name', ({ create }) => {
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

  const send = async (binding: Binding, message: Message, acceptedOutputModes?: string[]) => {
    const outcome = await binding.call('SendMessage', { message, configuration: { acceptedOutputModes } });
    if (!('result' in outcome)) throw new Error(JSON.stringify(outcome));
    return outcome.result as SendMessageResponse;
  };
  const taskOf = async (...sent: Parameters<typeof send>): Promise<Task> => {
    const answer = await send(...sent);
    if (!('task' in answer)) throw new Error(JSON.stringify(answer));
    return answer.task;
  };

  it.each(['accepts', 'accepts-inline'])(
    'B-5 reach the skill, in each turn those of its message: %s',
    async (skill) => {
      for (const binding of bindings) {
        expect(artifactTexts(await taskOf(binding, messageFor(skill)))).toEqual(['attempt 1: anything']);
        expect(artifactTexts(await taskOf(binding, messageFor(skill), TAKES))).toEqual([
          'attempt 1: text/plain, image/*',
        ]);
        const { id: taskId } = await taskOf(binding, messageFor(skill, 'ask'), TAKES);
        const done = await taskOf(binding, messageFor(skill, 'go', { taskId }), ['text/*']);
        expect(artifactTexts(done)).toEqual(['attempt 1: text/*']);
        expect(JSON.stringify(done)).not.toContain('acceptedOutputModes');
      }
    },
  );

  it('B-5 reach the skill in a later attempt too', async () => {
    const [binding] = bindings;
    const task = await taskOf(binding, messageFor('accepts', 'fail'), TAKES);
    expect(artifactTexts(task)).toEqual(['attempt 2: text/plain, image/*']);
  });

  it('B-5 reach a skill that answers with a message', async () => {
    for (const binding of bindings) {
      const answer = await send(binding, messageFor('accepts-reply'), TAKES);
      if (!('message' in answer)) throw new Error(JSON.stringify(answer));
      expect(textsOf(answer.message.parts)).toEqual(['attempt 1: text/plain, image/*']);
    }
  });
});
