import type { TaskState } from '../../../protocol/index.js';
import {
  BUCKETS,
  type DueQuery,
  type DueTasks,
  type ExpiredTask,
  type OverdueTurn,
  type TaskKey,
} from '../../ports/index.js';
import { readText } from '../../stored/stored-text.js';
import type { RedisCommands } from '../connection/redis-commands.js';
import type { AgentKeys } from '../task-keys.js';
import { type Fate, keyOf, type Popped, type SweepIndex } from './sweep-index.js';
import { whatSucceeded } from './what-succeeded.js';

/** So many are looked at in each shard at least, so that what is most urgent is among them. */
const LOOKED_AT = 16;

/** What the script take-due.lua returns. */
type DueReply =
  | readonly ['gone']
  | readonly ['later', inMs: string]
  | readonly ['idle', state: TaskState, statusAt: string]
  | readonly ['expired', state: TaskState, statusAt: string, skillId: string]
  | readonly [
      'overdue',
      leaseRanOut: '0' | '1',
      dueAt: string,
      skillId: string,
      state: TaskState,
      turn: number,
      attempts: number,
      requeues: number,
    ];

interface Looked {
  readonly popped: Popped;
  readonly entry: string;
  readonly key: TaskKey;
  readonly reply: DueReply;
}

/** What the sweep has to do: it asks the index where to look, and the tasks what is due. */
export class SweptTasks {
  /** @param onError is told of what could not be looked at; it is due again */
  constructor(
    private readonly commands: RedisCommands,
    private readonly keys: AgentKeys,
    private readonly index: SweepIndex,
    private readonly onError: (error: Error) => void,
  ) {}

  async takeDue({ limit, recheckMs, maxAgeMs }: DueQuery): Promise<DueTasks> {
    const ages = Object.entries(maxAgeMs).filter(([, ms]) => Number.isFinite(ms));
    const rounded = Object.fromEntries(ages.map(([state, ms]) => [state, Math.round(ms)]));
    // Twice a shard's share, as they do not all hold the same.
    const share = Math.max(Math.ceil((2 * limit) / BUCKETS), LOOKED_AT);
    const popped = await this.pop(share, rounded);
    const policy = Object.entries(rounded).flat();
    const look = (key: TaskKey, take: 0 | 1): Promise<DueReply> =>
      this.commands.run('takeDue', this.keys.ofTask(key), [take, recheckMs, ...policy]);
    const looked = await this.succeeded(
      popped.flatMap((from) =>
        from.entries.map(async (entry): Promise<Looked> => {
          const key = keyOf(entry);
          return { popped: from, entry, key, reply: await look(key, 0) };
        }),
      ),
    );

    const fates = new Map(looked.map(({ entry, reply }) => [entry, fateOf(reply)]));
    const overdue = looked.filter(({ reply }) => reply[0] === 'overdue').toSorted(mostUrgentFirst);
    const taken = await this.succeeded(
      overdue.slice(0, limit).map(async ({ entry, key }) => {
        const reply = await look(key, 1);
        fates.set(entry, reply[0] === 'overdue' ? { as: 'later', inMs: recheckMs } : fateOf(reply));
        return reply[0] === 'overdue' ? [overdueTurn(key, reply)] : [];
      }),
    );
    const expired = looked.flatMap(({ key, reply }) =>
      reply[0] === 'expired' ? [expiredTask(key, reply)] : [],
    );
    await this.succeeded(popped.map((from) => this.index.settle(from, fates)));
    return {
      overdue: taken.flat(),
      expired: expired.slice(0, limit),
      more: popped.some(({ more }) => more) || overdue.length >= limit || expired.length >= limit,
    };
  }

  async expireLeases(): Promise<number> {
    let expired = 0;
    for await (const key of this.index.all()) {
      if ((await this.commands.run<number>('expireLease', this.keys.ofTask(key))) === 1) {
        expired += 1;
        await this.index.hear(key, ['due', '0']);
      }
    }
    return expired;
  }

  private succeeded<T>(work: readonly Promise<T>[]): Promise<T[]> {
    return whatSucceeded(work, this.onError);
  }

  /** @throws what the shards throw if none of them answers */
  private async pop(limit: number, maxAgeMs: Parameters<SweepIndex['pop']>[1]): Promise<Popped[]> {
    const asked = this.index.pop(limit, maxAgeMs);
    const popped = await this.succeeded(asked);
    if (popped.length === 0) await Promise.all(asked);
    return popped;
  }
}

function fateOf(reply: DueReply): Fate {
  switch (reply[0]) {
    case 'gone':
      return { as: 'gone' };
    case 'later':
      return { as: 'later', inMs: Number(reply[1]) };
    case 'overdue':
      // It was not taken: the next sweep finds it.
      return { as: 'later', inMs: 0 };
    case 'idle':
    // It is idle until somebody sees to it.
    case 'expired':
    default:
      return { as: 'idle', state: reply[1], statusAt: Number(reply[2]) };
  }
}

/** Turns whose worker is gone before those that may only lie in their queue. */
function mostUrgentFirst({ reply: a }: Looked, { reply: b }: Looked): number {
  return Number(b[1]) - Number(a[1]) || Number(a[2]) - Number(b[2]);
}

function overdueTurn(
  key: TaskKey,
  reply: Extract<DueReply, readonly ['overdue', ...unknown[]]>,
): OverdueTurn {
  const [, , , skillId, state, turn, attempts, requeues] = reply;
  return { key, skillId: readText(skillId), turn, attempts, requeues, state };
}

function expiredTask(
  key: TaskKey,
  reply: Extract<DueReply, readonly ['expired', ...unknown[]]>,
): ExpiredTask {
  return { key, skillId: readText(reply[3]), state: reply[1] };
}
