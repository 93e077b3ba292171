import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, RedisServer } from './redis-server.js';

const READY_MS = 30_000;

/** A master, a replica, and a sentinel that makes the replica the master when the master is gone. */
export class RedisSentinels {
  private constructor(
    readonly master: RedisServer,
    readonly replica: RedisServer,
    readonly sentinel: RedisServer,
  ) {}

  static async start(): Promise<RedisSentinels> {
    const master = await RedisServer.start();
    const replica = await RedisServer.start([
      '--appendonly',
      'yes',
      '--replicaof',
      '127.0.0.1',
      `${master.port}`,
    ]);
    const port = await freePort();
    const file = join(master.folder, 'sentinel.conf');
    const lines = [
      `sentinel monitor main 127.0.0.1 ${master.port} 1`,
      'sentinel down-after-milliseconds main 1000',
      'sentinel failover-timeout main 5000',
    ];
    await writeFile(file, lines.join('\n'));
    const sentinel = await RedisServer.start([file, '--sentinel'], { port, ownSettings: false });
    const sentinels = new RedisSentinels(master, replica, sentinel);
    await sentinels.untilReplicated();
    return sentinels;
  }

  get url(): string {
    return `redis+sentinel://127.0.0.1:${this.sentinel.port}/main`;
  }

  async remove(): Promise<void> {
    await Promise.all([this.master, this.replica, this.sentinel].map((server) => server.remove()));
  }

  /** Until the sentinel knows the replica, and the replica has everything. */
  private async untilReplicated(): Promise<void> {
    const deadline = Date.now() + READY_MS;
    for (;;) {
      const [known, replication] = await Promise.all([
        this.sentinel.command<unknown[]>('SENTINEL', 'REPLICAS', 'main'),
        this.replica.command<string>('INFO', 'replication'),
      ]);
      if (known.length > 0 && replication.includes('master_link_status:up')) return;
      if (Date.now() > deadline) throw new Error(`no replica gets ready: ${replication}`);
      await delay(100);
    }
  }
}
