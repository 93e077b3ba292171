import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONNECTIONS } from '../../src/a2a/datastore/postgres/connections/connection-settings.js';
import { buildDocumentedAgent, type DocumentedAgent, startDocumentedAgent } from './documented-agent.js';
import { codeBlocks, PAGES, ROOT, textOfPage } from './pages.js';

const README = textOfPage('README.md');

describe('what the pages say', () => {
  it('has the configuration as src/environment has it', () => {
    const script = join(ROOT, 'scripts', 'configuration.mjs');
    const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('names every npm command as it is', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const named = PAGES.flatMap((page) => [
      ...textOfPage(page).matchAll(/\bnpm (?:run (?<run>[\w:-]+)|(?<short>test|start))/g),
    ]).map(({ groups }) => groups?.run ?? groups?.short);
    expect(named).toEqual(expect.arrayContaining(['demo', 'test', 'start']));
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining([...new Set(named)]));
  });

  it('shows the rooms that exist', () => {
    const plan = codeBlocks().find(({ page, code }) => page === 'README.md' && code.startsWith('src/'))?.code;
    const rooms = [...(plan ?? '').matchAll(/^ {4}(\S+)\/ /gm)].map(([, room]) => room);
    expect(new Set(rooms)).toEqual(foldersIn('src/a2a'));
    const floors = [...(plan ?? '').matchAll(/^ {2}(\S+)\/ /gm)].map(([, floor]) => floor);
    expect(new Set(floors)).toEqual(foldersIn('src'));
  });

  it.each(['README.md', 'docs/operations.md'])('%s counts the connections as the code does', (page) => {
    const { tasks, queues, notifications, perWorker } = CONNECTIONS;
    const text = textOfPage(page).replaceAll(/\s+/g, ' ');
    expect(text).toMatch(new RegExp(`at most ${tasks + queues + notifications}\\b`));
    expect(text).toMatch(new RegExp(`${perWorker} more for each queued skill`));
  });

  it.each(PAGES)('%s links to pages and files that exist', (page) => {
    const targets = [...textOfPage(page).matchAll(/\]\((?<target>[^)#\s]+)/g)].flatMap(({ groups }) =>
      groups?.target === undefined || /^\w+:/.test(groups.target) ? [] : [groups.target],
    );
    expect(targets.filter((target) => !existsSync(join(ROOT, dirname(page), target)))).toEqual([]);
  });
});

describe('an agent made as the pages say', () => {
  let folder: string | undefined;
  let agent: DocumentedAgent;

  beforeAll(async () => {
    folder = buildDocumentedAgent();
    agent = await startDocumentedAgent(folder);
  });

  afterAll(async () => {
    await agent?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('greets by the skill that the README writes', async () => {
    const [, example = ''] = /sends `(\{"parts": .*?\})` and gets/s.exec(README) ?? [];
    const { parts, metadata } = JSON.parse(example) as { parts: object[]; metadata: { skillId: string } };
    const task = await agent.send(parts, metadata.skillId);
    expect(task.status.state).toBe('TASK_STATE_COMPLETED');
    expect(task.artifacts).toMatchObject([{ parts: [{ text: 'Hello, Ada!' }] }]);
    expect(task.metadata).toMatchObject({ 'urn:nest-a2a:progress:v1': { percent: 50 } });
  });

  it('asks for the name that is missing', async () => {
    const { status } = await agent.send([{ data: {} }], 'greet');
    expect(status.state).toBe('TASK_STATE_INPUT_REQUIRED');
    expect(status.message?.parts[0]?.text).toContain('name');
  });

  it('answers the curl of the README', async () => {
    const command = codeBlocks().find(({ mark }) => mark === 'run: curl')?.code ?? '';
    const here = command.replaceAll('localhost:3000', `localhost:${agent.port}`);
    expect(here).not.toBe(command);
    const env = { PATH: process.env.PATH };
    const { stdout } = await promisify(execFile)('bash', ['-c', here], { env, timeout: 60_000 });
    const { result } = JSON.parse(stdout) as { result: { task: object } };
    expect(result.task).toMatchObject({
      status: { state: 'TASK_STATE_COMPLETED' },
      artifacts: [{ parts: [{ text: expect.stringMatching(/^\d \+ \d = \d+$/) }, {}] }],
    });
  });
});

function foldersIn(path: string): Set<string> {
  const folders = readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  return new Set(folders);
}
