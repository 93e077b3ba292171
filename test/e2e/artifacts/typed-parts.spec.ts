import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Artifact, Part, StreamResponse, Task } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { bindingsOf } from '../../support/bindings.js';
import { artifactsAfter, messageFor } from '../../support/messages.js';
import { testDatastores, type TestDatastore } from '../../support/test-datastores.js';

const ATTRIBUTES = {
  mediaType: 'application/x-thing',
  filename: 'a "thing" 名.x',
  metadata: { deep: [{ a: null }] },
};
const EMPTY_RAW = { raw: '' };

/** A part of every kind, with and without all that may be said of it. */
const PARTS: readonly Part[] = [
  { text: 'words' },
  { text: '', ...ATTRIBUTES },
  { text: 'a2a-content:/x is no URL here \u0000 \ud800' },
  { data: null },
  { data: [1, 'two', null, { three: [] }] },
  { data: 12.5, ...ATTRIBUTES },
  { data: '' },
  { data: false },
  { data: { url: 'a2a-content:/x', raw: 'no base64!', 'a.b': { '': null } }, mediaType: 'application/json' },
  EMPTY_RAW,
  { raw: Buffer.from([0, 255, 254, 62, 63]).toString('base64'), ...ATTRIBUTES },
  { raw: randomBytes(200 * 1024).toString('base64') },
  { url: 'https://elsewhere.example/x?y=1#z', ...ATTRIBUTES },
  { url: '' },
];

describe.each(testDatastores())('parts of every type on $name', ({ create }) => {
  let datastore: TestDatastore;
  let folder: string;
  let agent: AgentProcess;
  beforeAll(async () => {
    datastore = await create();
    folder = mkdtempSync(join(tmpdir(), 'nest-a2a-parts-'));
    const env = { DATASTORE_URL: datastore.url, ARTIFACT_FOLDER: folder };
    agent = await AgentProcess.start({ program: 'artifact-agent', env });
  });
  afterAll(async () => {
    await endAgents(agent);
    await datastore.drop();
    rmSync(folder, { recursive: true });
  });

  it.each([0, 1])('come out as they went in (binding %d)', async (which) => {
    const binding = bindingsOf(agent)[which]!;
    for (const skill of ['mirror', 'mirror-inline']) {
      const outcome = await binding.call('SendMessage', {
        message: messageFor(skill, '', { parts: [...PARTS] }),
      });
      const { task } = (outcome as { result: { task: Task } }).result;
      expect(partsOf(task.artifacts)).toEqual(PARTS);
      expect(task.history?.[0]?.parts).toEqual(PARTS);
      const again = (await binding.call('GetTask', { id: task.id })) as { result: Task };
      expect(partsOf(again.result.artifacts)).toEqual(PARTS);
      const list = { contextId: task.contextId, includeArtifacts: true };
      const page = (await binding.call('ListTasks', list)) as { result: { tasks: Task[] } };
      expect(partsOf(page.result.tasks[0]?.artifacts)).toEqual(PARTS);
    }
  });

  it.each([0, 1])('come out of a stream as they went in (binding %d)', async (which) => {
    const message = messageFor('mirror', '', { parts: [...PARTS] });
    const outcome = await bindingsOf(agent)[which]!.call('SendStreamingMessage', { message });
    const { events } = outcome as { events: StreamResponse[] };
    expect([...artifactsAfter(events).values()].flat()).toEqual(PARTS);
  });

  it.each([0, 1])('are refused when they have a URL of the agent’s own (binding %d)', async (which) => {
    const parts = [{ text: 'x' }, { url: 'a2a-content:/x' }, { url: ' A2A-Content:y' }];
    const outcome = await bindingsOf(agent)[which]!.call('SendMessage', {
      message: messageFor('mirror', '', { parts }),
    });
    expect(outcome).toMatchObject({
      error: {
        reason: 'INVALID_PARAMS',
        details: [
          { fieldViolations: [{ field: 'message.parts[1].url' }, { field: 'message.parts[2].url' }] },
        ],
      },
    });
  });
});

function partsOf(artifacts: readonly Artifact[] = []): Part[] {
  return artifacts.flatMap(({ parts }) => parts);
}
