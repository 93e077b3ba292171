import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import ts from 'typescript';

/** What the agent in the child process tells. */
export interface AgentNews {
  readonly ready?: { connectionString: string; dataDir: string; socket: string; ms: number };
  readonly failed?: { name: string; message: string };
  readonly log?: string;
  readonly unexpectedExit?: number | null;
}

/** A process of its own that has started the embedded PostgreSQL. */
export interface Agent {
  readonly process: ChildProcess;
  readonly news: AgentNews[];
  /** Resolves with the first piece of news of this kind. */
  wait<K extends keyof AgentNews>(kind: K): Promise<NonNullable<AgentNews[K]>>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

const SOURCE = resolve(import.meta.dirname, '../../src/a2a/datastore/embedded');
const AGENT = `
import { startEmbeddedPostgres } from './embedded-postgres.js';
const say = (news) => process.stdout.write(JSON.stringify(news) + '\\n');
const began = performance.now();
try {
  const server = await startEmbeddedPostgres({
    dataDir: process.argv[2],
    log: (log) => say({ log }),
    onUnexpectedExit: (unexpectedExit) => say({ unexpectedExit }),
  });
  const { connectionString, dataDir, connection } = server;
  say({ ready: { connectionString, dataDir, socket: connection.host, ms: Math.round(performance.now() - began) } });
  const life = process.argv[3] === 'idle' ? undefined : setInterval(() => undefined, 1_000);
  process.on('SIGTERM', async () => { await server.stop(); await server.stop(); clearInterval(life); });
} catch (error) {
  say({ failed: { name: error.name, message: error.message } });
}
`;

/** The launcher as plain JavaScript below a folder of the caller's, with a script that runs it. */
export function compileAgent(into: string): string {
  const folder = join(into, 'embedded');
  mkdirSync(folder, { recursive: true });
  const files = readdirSync(SOURCE).filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));
  for (const file of [...files, '../datastore-error.ts']) {
    const { outputText } = ts.transpileModule(readFileSync(join(SOURCE, file), 'utf8'), {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
    });
    writeFileSync(join(folder, file.replace(/\.ts$/, '.js')), outputText);
  }
  const script = join(folder, 'agent.mjs');
  writeFileSync(script, AGENT);
  writeFileSync(join(into, 'package.json'), '{ "type": "module" }');
  return script;
}

/** Starts an agent; what it says is collected. */
export function startAgent(
  script: string,
  dataDir: string,
  options: { uid?: number; gid?: number; env?: NodeJS.ProcessEnv; idle?: boolean } = {},
): Agent {
  const { uid, gid, env, idle } = options;
  const child = spawn(process.execPath, [script, dataDir, idle ? 'idle' : 'stay'], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], ...env },
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
  });
  const news: AgentNews[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => news.push(JSON.parse(line) as AgentNews));
  return {
    process: child,
    news,
    async wait(kind) {
      return eventually(() => {
        const found = news.find((item) => item[kind] !== undefined)?.[kind];
        if (found === undefined && kind !== 'failed' && news.some((item) => item.failed)) {
          throw new Error(JSON.stringify(news));
        }
        return found ?? undefined;
      });
    },
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
}

/** Asks until there is an answer. */
export async function eventually<T>(
  ask: () => T | undefined | Promise<T | undefined>,
  ms = 60_000,
): Promise<T> {
  for (const end = Date.now() + ms; ; await delay(10)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(`Nothing within ${ms} ms`);
  }
}

/** Runs one statement on a connection of its own. */
export async function query(connectionString: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The pids of all processes of the server on a data folder. */
export function serverProcesses(dataDir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return command.includes(dataDir) && !command.includes('agent.mjs');
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Waits until nothing of the server runs. @returns the milliseconds that it took */
export async function serverGone(dataDir: string): Promise<number> {
  const began = performance.now();
  return eventually(() =>
    serverProcesses(dataDir).length === 0 ? Math.round(performance.now() - began) : undefined,
  );
}

/** The pid of the server on a data folder. */
export const postmasterPid = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);

/** A folder below the system's temporary directory that every account may write to. */
export function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-e2e-'));
  chmodSync(folder, 0o777);
  return folder;
}

/** Removes a folder and everything in it. */
export const removeFolder = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
