import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';

const START_MS = 20_000;

/** Whether this machine can start a redis-server. */
export function hasRedisServer(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether tests on Redis can run; says so if not.
 *
 * @throws if they can not where everything has to be tested (CI=true)
 */
export function canTestRedis(): boolean {
  if (hasRedisServer()) return true;
  const line = 'redis-server is not on PATH. Install Redis 6.2 or newer to run the tests on Redis.';
  if (process.env.CI === 'true') throw new Error(line);
  console.warn(`SKIPPED: ${line}`);
  return false;
}

/** A redis-server of one test, on a port and in a folder of its own. */
export class RedisServer {
  private process?: ChildProcess;

  private constructor(
    readonly port: number,
    readonly folder: string,
    private readonly settings: readonly string[],
    private readonly password: string | undefined,
    private readonly ownSettings: boolean,
  ) {}

  /**
   * @param settings as on the command line; without one: an append-only file, written each second
   * @param ownSettings false: for a sentinel, which has no data
   */
  static async start(
    settings: readonly string[] = ['--appendonly', 'yes', '--appendfsync', 'everysec'],
    { port, password, ownSettings = true }: { port?: number; password?: string; ownSettings?: boolean } = {},
  ): Promise<RedisServer> {
    const folder = await mkdtemp(join(tmpdir(), 'nest-a2a-redis-'));
    const server = new RedisServer(port ?? (await freePort()), folder, settings, password, ownSettings);
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it, again with what it has stored; returns when it answers. */
  async start(): Promise<void> {
    const child = this.spawn();
    const deadline = Date.now() + START_MS;
    for (;;) {
      if (child.exitCode !== null)
        throw new Error(`redis-server on port ${this.port} ended with ${child.exitCode}`);
      try {
        await this.command('PING');
        return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await delay(30);
      }
    }
  }

  /** Starts it again, so slowly that it is a while before it answers. @param delayUs of each key that it loads */
  startLoading(delayUs: number): void {
    this.spawn('--key-load-delay', `${delayUs}`, '--loading-process-events-interval-bytes', '1024');
  }

  /** Ends it, so that it stores everything first. */
  async end(): Promise<void> {
    await this.signal('SIGTERM');
  }

  /** Ends it as a crash does. */
  async kill(): Promise<void> {
    await this.signal('SIGKILL');
  }

  pause(): void {
    this.process?.kill('SIGSTOP');
  }

  resume(): void {
    this.process?.kill('SIGCONT');
  }

  /** Ends it and removes what it has stored. */
  async remove(): Promise<void> {
    this.resume();
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Sends a command over a connection of its own. */
  async command<T>(name: string, ...args: (string | number)[]): Promise<T> {
    const client = new Redis({
      host: '127.0.0.1',
      port: this.port,
      lazyConnect: true,
      retryStrategy: null,
      connectionName: 'test',
      ...(this.password !== undefined && { password: this.password }),
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.call(name, ...args)) as T;
    } finally {
      client.disconnect();
    }
  }

  private spawn(...more: string[]): ChildProcess {
    const place = ['--port', `${this.port}`, '--bind', '127.0.0.1', '--dir', this.folder];
    // Its settings may begin with a file.
    const settings = [...this.settings, ...place, ...(this.ownSettings ? ['--save', ''] : []), ...more];
    this.process = spawn('redis-server', settings, { stdio: 'ignore' });
    return this.process;
  }

  private async signal(name: NodeJS.Signals): Promise<void> {
    const child = this.process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(name);
    await ended;
  }
}

/** @returns a port that was free a moment ago, with room for a cluster's second one 10,000 above */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    server.close();
    await once(server, 'close');
    if (port < 55_000) return port;
    const lower = port - 20_000;
    if (await isFree(lower)) return lower;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  const outcome = await Promise.race([
    once(server, 'listening').then(() => true),
    once(server, 'error').then(() => false),
  ]);
  server.close();
  return outcome;
}
