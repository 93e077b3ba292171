import { TASK_STATES, type TaskState } from '../../../protocol/index.js';
import { BUCKETS, type TaskKey } from '../../ports/index.js';
import type { Argument, RedisCommands } from '../connection/redis-commands.js';
import { type AgentKeys, bucketOfTask } from '../task-keys.js';

/** What a write should tell the sweep after it: when to look at the task, or that no turn is open on it. */
export type SweepNews =
  | readonly []
  | readonly ['due', inMs: string]
  | readonly ['idle', state: TaskState, statusAt: string];

/** What became of a task that the sweep has looked at. */
export type Fate =
  | { readonly as: 'gone' }
  | { readonly as: 'later'; readonly inMs: number }
  | { readonly as: 'idle'; readonly state: TaskState; readonly statusAt: number };

/** What the sweep has to look at in one shard. */
export interface Popped {
  readonly shard: number;
  /** Names this look, for `settle`. */
  readonly backAt: string;
  readonly entries: readonly string[];
  /** Whether there may be more. */
  readonly more: boolean;
}

/** What {@link SweepIndex.pop} takes is back after this long, in case whoever took it is gone. */
const BACK_MS = 60_000;

const SCAN_COUNT = 500;

/**
 * Which tasks the sweep has to look at, and when; outside the tasks' slots, so that it can be found out without
 * asking every owner. The truth stands with the tasks: here is written before a turn opens, at worst for nothing,
 * and mended after each look.
 */
export class SweepIndex {
  constructor(
    private readonly commands: RedisCommands,
    private readonly keys: AgentKeys,
  ) {}

  /**
   * To be told before a turn is opened or claimed.
   *
   * @param inMs when to look at the task, at the latest
   * @returns when this was told, for the script that writes to the task
   */
  tell(key: TaskKey, inMs: number): Promise<string> {
    const shard = bucketOfTask(key.taskId);
    return this.commands.run(
      'tellSweep',
      [this.keys.due(shard), this.keys.staying(shard)],
      [entryOf(key), inMs],
    );
  }

  /** Best told, but not bound to be: the sweep would find out later. */
  async hear(key: TaskKey, news: SweepNews): Promise<void> {
    const shard = bucketOfTask(key.taskId);
    const [kind] = news;
    try {
      if (kind === 'due') {
        await this.commands.run('lookAt', [this.keys.due(shard)], [entryOf(key), news[1]]);
      } else if (kind === 'idle') {
        await this.commands.send('zadd', this.keys.idle(shard, news[1]), news[2], entryOf(key));
      }
    } catch {
      // Whatever keeps it from being told shows in the next write.
    }
  }

  /** After a task was deleted. */
  async forget(key: TaskKey): Promise<void> {
    const shard = bucketOfTask(key.taskId);
    const entry = entryOf(key);
    try {
      await Promise.all(
        [this.keys.due(shard), ...this.idleKeys(shard)].map((index) =>
          this.commands.send('zrem', index, entry),
        ),
      );
    } catch {
      // The sweep drops entries of tasks that are gone.
    }
  }

  /**
   * @param limit of each kind, for each shard
   * @param maxAgeMs idle tasks whose status may be older than this are to be looked at too
   * @returns an answer of each shard; one that is away says nothing of the others
   */
  pop(limit: number, maxAgeMs: Readonly<Partial<Record<TaskState, number>>>): Promise<Popped>[] {
    const ages = Object.entries(maxAgeMs) as [TaskState, number][];
    return shards().map(async (shard) => {
      const [backAt, due, idle] = await this.commands.run<[string, string[], string[]]>(
        'popDue',
        [this.keys.due(shard), ...ages.map(([state]) => this.keys.idle(shard, state))],
        [limit, BACK_MS, ...ages.map(([, ms]) => ms)],
      );
      const more = due.length >= limit || idle.length >= limit;
      return { shard, backAt, entries: [...new Set([...due, ...idle])], more };
    });
  }

  /** Puts what was looked at where it belongs. @param fates by entry; those of other shards do no harm */
  async settle({ shard, backAt, entries }: Popped, fates: ReadonlyMap<string, Fate>): Promise<void> {
    if (entries.length === 0) return;
    const args = entries.flatMap<Argument>((entry) => {
      const fate = fates.get(entry);
      if (fate === undefined) return [];
      if (fate.as === 'gone') return [entry, 'gone', 0];
      if (fate.as === 'later') return [entry, 'later', fate.inMs];
      return [entry, TASK_STATES.indexOf(fate.state) + 1, fate.statusAt];
    });
    await this.commands.run(
      'settleDue',
      [this.keys.due(shard), this.keys.staying(shard), ...this.idleKeys(shard)],
      [backAt, ...args],
    );
  }

  /** All tasks on which a turn may be open; some may come twice, and some be gone. */
  async *all(): AsyncGenerator<TaskKey> {
    for (const shard of shards()) {
      let cursor = '0';
      do {
        const [next, flat] = await this.commands.send<[string, string[]]>(
          'zscan',
          this.keys.due(shard),
          cursor,
          'COUNT',
          SCAN_COUNT,
        );
        cursor = next;
        for (let index = 0; index < flat.length; index += 2) yield keyOf(flat[index] ?? '');
      } while (cursor !== '0');
    }
  }

  private idleKeys(shard: number): string[] {
    return TASK_STATES.map((state) => this.keys.idle(shard, state));
  }
}

function shards(): number[] {
  return Array.from({ length: BUCKETS }, (_, shard) => shard);
}

function entryOf({ owner, taskId }: TaskKey): string {
  return JSON.stringify([owner, taskId]);
}

/** The task that an entry names. */
export function keyOf(entry: string): TaskKey {
  const [owner, taskId] = JSON.parse(entry) as [string, string];
  return { owner, taskId };
}
