import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, RedisServer } from './redis-server.js';

const READY_MS = 60_000;

/** A cluster of one test. */
export class RedisCluster {
  private constructor(readonly nodes: readonly RedisServer[]) {}

  /**
   * @param masters how many masters, three at least
   * @param replicas how many of each
   */
  static async start(masters = 3, replicas = 0): Promise<RedisCluster> {
    const nodes: RedisServer[] = [];
    // One after the other, so that no two get the same port.
    for (let index = 0; index < masters * (1 + replicas); index += 1) {
      const settings = ['--appendonly', 'yes', '--cluster-enabled', 'yes', '--cluster-node-timeout', '3000'];
      settings.push('--repl-diskless-sync-delay', '0');
      nodes.push(await RedisServer.start(settings, { port: await freePort() }));
    }
    const cluster = new RedisCluster(nodes);
    try {
      const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
      const create = [
        '--cluster',
        'create',
        ...addresses,
        '--cluster-replicas',
        `${replicas}`,
        '--cluster-yes',
      ];
      await promisify(execFile)('redis-cli', create);
      await cluster.untilReady();
    } catch (error) {
      await cluster.remove();
      throw error;
    }
    return cluster;
  }

  get url(): string {
    return `redis+cluster://${this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`;
  }

  async remove(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.remove()));
  }

  /** @returns the master that serves this slot */
  async ownerOf(slot: number): Promise<RedisServer> {
    const [node] = this.nodes;
    const ranges = (await node?.command<[number, number, [string, number]][]>('CLUSTER', 'SLOTS')) ?? [];
    const range = ranges.find(([from, to]) => from <= slot && slot <= to);
    const owner = this.nodes.find(({ port }) => port === range?.[2][1]);
    if (owner === undefined) throw new Error(`nobody serves slot ${slot}`);
    return owner;
  }

  /** Until all nodes agree that all slots are served, and replicas have what their masters have. */
  async untilReady(): Promise<void> {
    const deadline = Date.now() + READY_MS;
    for (;;) {
      const infos = await Promise.all(
        this.nodes.map(async (node) => ({
          cluster: await node.command<string>('CLUSTER', 'INFO'),
          replication: await node.command<string>('INFO', 'replication'),
        })),
      );
      const isReady = infos.every(
        ({ cluster, replication }) =>
          cluster.includes('cluster_state:ok') && !replication.includes('master_link_status:down'),
      );
      if (isReady) return;
      if (Date.now() > deadline) throw new Error(`the cluster does not get ready: ${JSON.stringify(infos)}`);
      await delay(100);
    }
  }
}
