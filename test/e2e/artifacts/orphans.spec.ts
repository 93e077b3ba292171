import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FolderContents } from '../../../src/a2a/datastore/contents/folder-contents.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { content, urlPart } from '../../support/artifact-client.js';
import { eventually } from '../../support/eventually.js';
import { messageFor } from '../../support/messages.js';

const HOURS_MS = 2 * 3_600_000;

describe('contents in a folder whose task is gone', () => {
  let folder: string;
  let before: AgentProcess;
  let after: AgentProcess | undefined;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'nest-a2a-orphans-'));
    before = await AgentProcess.start({ program: 'artifact-agent', env: { ARTIFACT_FOLDER: folder } });
  });
  afterAll(async () => {
    await endAgents(before, after);
    rmSync(folder, { recursive: true });
  });

  it('are cleared when they are old, and those of a task that is there stay however old they are', async () => {
    const task = await before.client().send(messageFor('file', 'file 4 100000 0'));
    await before.stop('SIGTERM');
    const contents = new FolderContents(folder, 'cases');
    async function* bytes() {
      yield new Uint8Array(10);
    }
    const old = { owner: 'somebody', taskId: crypto.randomUUID() };
    const young = { owner: 'somebody', taskId: crypto.randomUUID() };
    for (const key of [old, young]) await contents.write(key, 'x', {}, bytes());
    const [agentFolder = ''] = readdirSync(folder);
    const root = join(folder, agentFolder);
    const age = new Date(Date.now() - HOURS_MS);
    for (const name of readdirSync(root)) {
      const { taskId } = JSON.parse(readFileSync(join(root, name, 'task.json'), 'utf8')) as {
        taskId: string;
      };
      if (taskId !== young.taskId) utimesSync(join(root, name), age, age);
    }
    expect(readdirSync(root)).toHaveLength(3);

    after = await AgentProcess.start({
      program: 'artifact-agent',
      dataDir: before.dataDir,
      env: { ARTIFACT_FOLDER: folder, SWEEP_MS: '300' },
    });
    await eventually('the old one is gone', async () => (await contents.describe(old, 'x')) === undefined);
    expect(await contents.describe(young, 'x')).toMatchObject({ bytes: 10 });
    // The agent has moved to another port meanwhile.
    const { url } = urlPart(await after.client().task(task.id));
    expect(url.startsWith(after.url)).toBe(true);
    expect((await content(url)).body.byteLength).toBe(400_000);
  });
});
