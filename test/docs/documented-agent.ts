import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ownPort } from '../support/own-port.js';
import { filesInPages, ROOT } from './pages.js';

const BOOT_MS = 150_000;
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

/** The agent of this repository with the files of its pages added, as a process. */
export interface DocumentedAgent {
  readonly port: number;
  /** The message's task, when its turn is over. */
  send(parts: object[], skillId?: string): Promise<DocumentedTask>;
  stop(): Promise<void>;
}

interface DocumentedTask {
  readonly status: { readonly state: string; readonly message?: { readonly parts: { text?: string }[] } };
  readonly artifacts?: { readonly parts: { readonly text?: string }[] }[];
  readonly metadata?: Record<string, unknown>;
}

/**
 * Does what the pages tell their reader to do: writes the files, adds the module, and compiles.
 *
 * @returns the folder, below `.build` so that packages are found from it
 * @throws with the compiler's words when a file of a page does not compile
 */
export function buildDocumentedAgent(): string {
  mkdirSync(join(ROOT, '.build'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, '.build', 'docs-'));
  cpSync(join(ROOT, 'src'), join(folder, 'src'), {
    recursive: true,
    filter: (path) => !path.endsWith('.spec.ts'),
  });
  for (const { path, code } of filesInPages()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), code);
  }
  addModule(join(folder, 'src', 'app.module.ts'));
  const tsconfig = { extends: '../../tsconfig.json', compilerOptions: BUILD_OPTIONS, include: ['src'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  try {
    execFileSync(process.execPath, [TSC, '-p', folder], { encoding: 'utf8' });
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw new Error(`The pages' code does not compile:\n${(error as { stdout: string }).stdout}`, {
      cause: error,
    });
  }
  cpSync(join(folder, 'src'), join(folder, 'dist'), {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  });
  return folder;
}

const BUILD_OPTIONS = { noEmit: false, rootDir: 'src', outDir: 'dist', declaration: false, sourceMap: false };

function addModule(path: string): void {
  const before = readFileSync(path, 'utf8');
  const after = before
    .replace(/^/, "import { GreetingModule } from './agent/greeting/greeting.skills.js';\n")
    .replace('@Module({ imports: [', '@Module({ imports: [GreetingModule, ');
  if (!after.includes('[GreetingModule, ')) {
    throw new Error('app.module.ts has no `@Module({ imports: [` any more: mend addModule() of this test.');
  }
  writeFileSync(path, after);
}

/** Starts the agent with a datastore of its own. */
export async function startDocumentedAgent(folder: string): Promise<DocumentedAgent> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nest-a2a-docs-'));
  // As root the database runs under another account, which has to pass through.
  if (process.getuid?.() === 0) chmodSync(dataDir, 0o711);
  const port = await ownPort();
  const child = spawn(process.execPath, [join(folder, 'dist', 'main.js')], {
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const stop = async () => {
    if (isRunning(child)) {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
  };
  for (const end = Date.now() + BOOT_MS; !(await answers(port)); await delay(100)) {
    if (!isRunning(child) || Date.now() > end) {
      await stop();
      throw new Error(`The agent of the pages does not start:\n${output}`);
    }
  }
  return { port, send: (parts, skillId) => send(port, parts, skillId), stop };
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/.well-known/agent-card.json`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function send(port: number, parts: object[], skillId?: string): Promise<DocumentedTask> {
  const message = {
    messageId: crypto.randomUUID(),
    role: 'ROLE_USER',
    parts,
    ...(skillId === undefined ? {} : { metadata: { skillId } }),
  };
  const response = await fetch(`http://127.0.0.1:${port}/a2a/jsonrpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }),
  });
  const { result, error } = (await response.json()) as { result?: { task: DocumentedTask }; error?: object };
  if (!result) throw new Error(`The agent answered with an error: ${JSON.stringify(error)}`);
  return result.task;
}
