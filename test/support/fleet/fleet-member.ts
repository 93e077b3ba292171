import { setTimeout as delay } from 'node:timers/promises';
import { AgentProcess } from '../agent-process.js';
import { eventually } from '../eventually.js';

const READY_MS = 60_000;
const ASK_EVERY_MS = 200;
/** What a healthy process never says. */
const FAULTS = /unhandled|uncaught|MaxListenersExceeded|FATAL ERROR|deadlock detected/i;

/** One place in a fleet: a process in a role, and those that stood there before it. */
export class FleetMember {
  private readonly processes: AgentProcess[] = [];
  /** Those whose end the test has brought about. */
  private readonly ended = new Set<AgentProcess>();

  constructor(
    readonly name: string,
    private readonly folder: string,
    private readonly env: Readonly<Record<string, string | undefined>>,
  ) {}

  /** The process that stands there now. */
  get process(): AgentProcess {
    const process = this.processes.at(-1);
    if (!process) throw new Error(`${this.name} was not started.`);
    return process;
  }

  get isUp(): boolean {
    return !this.process.hasExited;
  }

  /** Starts a process; `ready` waits for it. */
  async start(): Promise<void> {
    this.processes.push(
      await AgentProcess.launch({ program: 'chaos-agent', dataDir: this.folder, env: this.env }),
    );
  }

  /** Whether the process says that it takes work. */
  async isReady(): Promise<boolean> {
    if (!this.isUp) return false;
    return (await this.process.probe('/readyz'))?.status === 200;
  }

  /** Waits until the process takes work; asks rarely, because the cores are needed for its start. */
  async ready(): Promise<void> {
    for (const end = Date.now() + READY_MS; !(await this.isReady()); await delay(ASK_EVERY_MS)) {
      if (!this.isUp) throw new Error(`${this.name} has ended instead of starting:\n${this.process.log}`);
      if (Date.now() > end)
        throw new Error(`${this.name} is not ready after ${READY_MS} ms:\n${this.process.log}`);
    }
  }

  /** SIGKILL. @returns when it is gone */
  async kill(): Promise<void> {
    this.ended.add(this.process);
    await this.process.stop('SIGKILL');
  }

  /** SIGTERM. @returns its exit code, null after a signal; and how long its end took */
  async stop(): Promise<{ code: number | null; tookMs: number }> {
    this.ended.add(this.process);
    const began = performance.now();
    const code = await this.process.stop('SIGTERM');
    return { code, tookMs: performance.now() - began };
  }

  /** SIGSTOP */
  pause(): void {
    this.process.child.kill('SIGSTOP');
  }

  /** SIGCONT */
  resume(): void {
    this.process.child.kill('SIGCONT');
  }

  /** Collects garbage. @returns what memory is held then, in bytes */
  async memory(): Promise<NodeJS.MemoryUsage> {
    const { process } = this;
    const told = () => [...process.log.matchAll(/^memory (.*)$/gm)];
    const before = told().length;
    process.child.kill('SIGWINCH');
    const line = await eventually(`${this.name} tells its memory`, () => told()[before]?.[1]);
    return JSON.parse(line) as NodeJS.MemoryUsage;
  }

  /** What is wrong with the processes of this place: ends that nobody wanted, and words that nobody should say. */
  get faults(): string[] {
    return this.processes.flatMap((process) => {
      const faults = process.log
        .split('\n')
        .filter((line) => FAULTS.test(line))
        .map((line) => `${this.name} said: ${line}`);
      if (process.hasExited && !this.ended.has(process)) {
        faults.push(`${this.name} has ended (${process.child.signalCode ?? process.child.exitCode})`);
      }
      return faults;
    });
  }

  /** Everything that was said from this place. */
  get log(): string {
    return this.processes.map(({ child, log }) => `--- ${this.name}, pid ${child.pid}\n${log}`).join('\n');
  }
}
