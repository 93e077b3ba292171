import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Redis } from 'ioredis';
import { freePort } from '../../../../src/environment/free-port.js';
import { temporaryFolder } from '../../agent-process.js';
import { eventually } from '../../eventually.js';
import type { DatastoreServer } from './datastore-server.js';

const PROGRAM = 'redis-server';
const UP_MS = 30_000;

/** Whether this machine has a Redis to test with. */
export function redisIsThere(): boolean {
  return spawnSync(PROGRAM, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** A redis-server as one runs it for a queue: nothing is evicted, and its log is on the disk every second. */
export class RedisChaosServer implements DatastoreServer {
  readonly kind = 'redis';
  private readonly folder = temporaryFolder();
  private server?: ChildProcess;

  private constructor(private readonly port: number) {}

  static async start(): Promise<RedisChaosServer> {
    const server = new RedisChaosServer(await freePort());
    await server.restart();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async kill(): Promise<void> {
    const { server } = this;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  }

  async restart(): Promise<void> {
    const settings = {
      port: this.port,
      bind: '127.0.0.1',
      dir: this.folder,
      appendonly: 'yes',
      appendfsync: 'everysec',
      'maxmemory-policy': 'noeviction',
    };
    this.server = spawn(
      PROGRAM,
      Object.entries(settings).flatMap(([name, value]) => [`--${name}`, `${value}`]),
      { stdio: 'ignore' },
    );
    await once(this.server, 'spawn');
    await eventually(
      'Redis takes connections',
      () => this.ask((redis) => redis.ping()).catch(() => false as const),
      UP_MS,
    );
  }

  pause(): Promise<void> {
    this.server?.kill('SIGSTOP');
    return Promise.resolve();
  }

  resume(): Promise<void> {
    this.server?.kill('SIGCONT');
    return Promise.resolve();
  }

  cutConnections(): Promise<number> {
    return this.ask(async (redis) => {
      const kinds = ['normal', 'pubsub'];
      const killed = await Promise.all(
        kinds.map((kind) => redis.call('CLIENT', 'KILL', 'TYPE', kind, 'SKIPME', 'yes')),
      );
      return killed.map(Number).reduce((sum, count) => sum + count, 0);
    });
  }

  connections(): Promise<number> {
    return this.ask(async (redis) => {
      const list = String(await redis.call('CLIENT', 'LIST'));
      // The one that asks is none of theirs.
      return list.trim().split('\n').length - 1;
    });
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async ask<T>(question: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(this.url, {
      lazyConnect: true,
      retryStrategy: () => null,
      maxRetriesPerRequest: 0,
    });
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      return await question(redis);
    } finally {
      redis.disconnect();
    }
  }
}
