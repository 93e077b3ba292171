import type { Redis } from 'ioredis';
import { DatastoreUnavailable } from '../../datastore-error.js';
import { DIGESTS, type ScriptName, SCRIPTS } from './scripts.js';

/** How long replicas may take. */
const WAIT_MS = 1_000;

interface Write {
  readonly script: ScriptName;
  /** The number of keys, keys, and what else the script takes. */
  readonly args: readonly (string | number)[];
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Writes that count only once replicas have them. WAIT holds up its connection, so writes that come while one is
 * under way share the next.
 */
export class ReplicaAcks {
  private waiting: Write[] = [];
  private writing = false;

  constructor(
    private readonly client: Redis,
    private readonly replicas: number,
  ) {}

  /** @throws DatastoreUnavailable if not enough replicas have the write, which may be lost then */
  write(script: ScriptName, args: readonly (string | number)[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ script, args, resolve, reject });
      if (!this.writing) void this.writeAll();
    });
  }

  private async writeAll(): Promise<void> {
    this.writing = true;
    // Those of the same moment go together.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      await this.writeBatch(batch);
    }
    this.writing = false;
  }

  private async writeBatch(batch: readonly Write[], withSource = false): Promise<void> {
    try {
      // One pipeline, hence one connection: WAIT tells of no other.
      const pipeline = this.client.pipeline();
      for (const { script, args } of batch) {
        if (withSource) pipeline.call('EVAL', SCRIPTS[script], ...args);
        else pipeline.call('EVALSHA', DIGESTS[script], ...args);
      }
      const replies = (await pipeline.call('WAIT', this.replicas, WAIT_MS).exec()) ?? [];
      const [waitError, acknowledged] = replies.at(-1) ?? [new Error('Connection is closed.')];
      const unknown: Write[] = [];
      batch.forEach((write, index) => {
        const [error, reply] = replies[index] ?? [waitError];
        if (error?.message.startsWith('NOSCRIPT')) unknown.push(write);
        else if (error ?? waitError) write.reject((error ?? waitError) as Error);
        else if (Number(acknowledged) < this.replicas) write.reject(this.tooFew(Number(acknowledged)));
        else write.resolve(reply);
      });
      if (unknown.length > 0) await this.writeBatch(unknown, true);
    } catch (error) {
      for (const { reject } of batch) reject(error as Error);
    }
  }

  private tooFew(acknowledged: number): DatastoreUnavailable {
    return new DatastoreUnavailable(
      `Only ${acknowledged} of the ${this.replicas} replicas that REDIS_WAIT_REPLICAS asks for have taken a write ` +
        `within ${WAIT_MS / 1_000} s. It is stored, but a failover may lose it: bring the replicas back, or ask for fewer.`,
    );
  }
}
