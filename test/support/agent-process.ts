import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownPort } from './own-port.js';
import { eventually, within } from './eventually.js';
import { JsonRpcClient } from './json-rpc-client.js';

/** What may be started: agents of `test/support/agents`, or the one that is shipped. */
type AgentProgram =
  | 'artifact-agent'
  | 'bench-agent'
  | 'card-agent'
  | 'case-agent'
  | 'chaos-agent'
  | 'dice-agent'
  | 'review-agent'
  | 'secured-agent'
  | 'many-skills-agent'
  | 'faulty-agent'
  | 'fuzz-agent'
  | 'main';

/** How an agent is started. */
export interface AgentSettings {
  readonly program?: AgentProgram;
  /** Kept when the agent stops; a folder of the test's own unless set. */
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** What a process answers to a probe. */
export interface Probe {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** What the case agent has seen inside itself. */
export interface Observed {
  readonly readers: number;
  readonly openStreams: number;
  /** Ids of the tasks whose handlers were told to stop. */
  readonly aborted: readonly string[];
  readonly lines: readonly string[];
}

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const CARD_PATH = '/.well-known/agent-card.json';
const START_MS = 60_000;
const STOP_MS = 60_000;
const PROBE_MS = 10_000;

/** An agent in a process of its own. */
export class AgentProcess {
  /** Everything that it has said, on either stream. */
  log = '';

  private constructor(
    readonly child: ChildProcess,
    readonly port: number,
    readonly dataDir: string,
  ) {
    const take = (chunk: Buffer) => void (this.log += chunk.toString('utf8'));
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
  }

  /** Starts an agent and waits until its card is served; until it is ready, when it is a worker. */
  static async start(settings: AgentSettings = {}): Promise<AgentProcess> {
    const agent = await AgentProcess.launch(settings);
    try {
      await agent.serves(settings.env?.ROLE === 'worker' ? '/readyz' : CARD_PATH);
    } catch (error) {
      await agent.stop('SIGKILL');
      throw new Error(`The agent has not started:\n${agent.log}`, { cause: error });
    }
    return agent;
  }

  /** Starts an agent without waiting; for one that serves nothing, or is to fail. */
  static async launch({ program = 'case-agent', dataDir, env }: AgentSettings = {}): Promise<AgentProcess> {
    const port = await ownPort();
    const folder = dataDir ?? temporaryFolder();
    const script = program === 'main' ? 'dist/main.js' : join('.build/test/support/agents', `${program}.js`);
    const child = spawn(process.execPath, [join(PROJECT, script)], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, NO_COLOR: '1', PORT: `${port}`, DATA_DIR: folder, ...env },
    });
    return new AgentProcess(child, port, folder);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get cardUrl(): string {
    return `${this.url}${CARD_PATH}`;
  }

  /** Asks for a path. @returns undefined when nobody answers */
  async probe(path: string, method = 'GET'): Promise<Probe | undefined> {
    try {
      const answer = await fetch(`${this.url}${path}`, { method, signal: AbortSignal.timeout(PROBE_MS) });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    } catch {
      return undefined;
    }
  }

  /** Waits until a path is answered with this status. */
  async serves(path: string, status = 200): Promise<Probe> {
    return eventually(
      `${path} is answered with ${status}`,
      async () => {
        if (this.hasExited) throw new Error(`The agent has ended:\n${this.log}`);
        const probe = await this.probe(path);
        return probe?.status === status && probe;
      },
      START_MS,
    );
  }

  /** @param headers go with every call */
  client(headers: Readonly<Record<string, string>> = {}): JsonRpcClient {
    return new JsonRpcClient(`${this.url}/a2a/jsonrpc`, headers);
  }

  get hasExited(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Waits until the process ends by itself. @returns its exit code; null when a signal has ended it */
  async exited(): Promise<number | null> {
    if (!this.hasExited) {
      await within(`the agent ends\n${this.log}`, once(this.child, 'exit'), STOP_MS);
    }
    return this.child.exitCode;
  }

  /** Ends the process. @returns its exit code; null when a signal has ended it */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (!this.hasExited) this.child.kill(signal);
    return this.exited();
  }

  /** What only the case agent tells: see its observations controller. */
  async observations(): Promise<Observed> {
    return (await (await fetch(`${this.url}/observations`)).json()) as Observed;
  }

  /** A line of /proc/<pid>/status, in bytes. Linux only. */
  memory(line: 'VmRSS' | 'VmHWM'): number {
    const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
    return Number(new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
  }
}

/** A folder that every account may pass through: as root the datastore runs as another one. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nest-a2a-e2e-'));
  chmodSync(folder, 0o711);
  return folder;
}

/** Ends agents and removes their folders; the last thing that a spec file does. */
export async function endAgents(...agents: (AgentProcess | undefined)[]): Promise<void> {
  const started = agents.filter((agent) => agent !== undefined);
  await Promise.all(started.map((agent) => agent.stop('SIGKILL')));
  for (const { dataDir } of started) {
    await eventually('the folder is free', () => {
      try {
        rmSync(dataDir, { recursive: true, force: true });
        return true;
      } catch {
        return false;
      }
    });
  }
}
