import { RedisServer } from '../../redis-server.js';
import type { DatastoreServer } from './datastore-server.js';

/** A redis-server that writes its log to the disk every second. */
export class RedisChaosServer implements DatastoreServer {
  readonly kind = 'redis';

  private constructor(private readonly server: RedisServer) {}

  static async start(): Promise<RedisChaosServer> {
    return new RedisChaosServer(await RedisServer.start());
  }

  get url(): string {
    return this.server.url;
  }

  kill(): Promise<void> {
    return this.server.kill();
  }

  restart(): Promise<void> {
    return this.server.start();
  }

  pause(): Promise<void> {
    this.server.pause();
    return Promise.resolve();
  }

  resume(): Promise<void> {
    this.server.resume();
    return Promise.resolve();
  }

  async cutConnections(): Promise<number> {
    let cut = 0;
    for (const type of ['normal', 'pubsub']) {
      cut += await this.server.command<number>('CLIENT', 'KILL', 'TYPE', type, 'SKIPME', 'yes');
    }
    return cut;
  }

  async connections(): Promise<number> {
    const list = await this.server.command<string>('CLIENT', 'LIST');
    // The one that asks is none of theirs.
    return list.trim().split('\n').length - 1;
  }

  remove(): Promise<void> {
    return this.server.remove();
  }
}
