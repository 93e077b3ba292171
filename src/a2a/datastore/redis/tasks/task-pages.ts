import type { TaskState } from '../../../protocol/index.js';
import {
  BUCKETS,
  type ListCursor,
  type ListQuery,
  type TaskPage,
  type TaskRecord,
  TOTAL_BOUND,
} from '../../ports/index.js';
import { readText, storedText } from '../../stored/stored-text.js';
import type { RedisCommands } from '../connection/redis-commands.js';
import type { ScriptName } from '../connection/scripts.js';
import type { AgentKeys } from '../task-keys.js';
import { groupsOf, recordOf, type SnapshotReply } from './snapshot-reply.js';

/** What a bucket is asked for beyond its share of a page, so that it is seldom asked twice. */
const SPARE = 8;

/** What the script list-page.lua returns. */
type BucketReply = readonly [total: number, tasks: readonly string[]];

/** What the script load-within.lua returns. */
type MeasuredReply = readonly [bytes: number, snapshot: SnapshotReply | null];

/** A task that a list shows, as the list knows it. */
interface Listed {
  /** As it is stored. */
  readonly id: string;
  readonly statusAt: number;
}

/** Lists of an owner's tasks: those of the buckets, merged. */
export class TaskPages {
  constructor(
    private readonly commands: RedisCommands,
    private readonly keys: AgentKeys,
  ) {}

  async list(query: ListQuery): Promise<TaskPage> {
    // One more than asked for tells whether there is another page.
    const { found, total } = await this.find(query, query.limit + 1);
    const listed = found.slice(0, query.limit);
    const records = await this.loadAll(query, listed);
    const last = listed[records.length - 1];
    const next: ListCursor | undefined =
      found.length > records.length && last !== undefined
        ? { statusAt: last.statusAt, taskId: readText(last.id) }
        : undefined;
    return {
      tasks: records.flatMap((record) => (record === undefined ? [] : [record.task])),
      ...(next && { next }),
      total,
    };
  }

  /** @returns how many tasks of this owner are in this state, counted no further than this */
  async count(owner: string, state: TaskState, atMost: number): Promise<number> {
    const counts = await Promise.all(
      buckets().map((bucket) =>
        this.commands.send<number>('zcard', this.keys.list(owner, bucket, { state })),
      ),
    );
    return Math.min(sum(counts), atMost);
  }

  private async find(query: ListQuery, limit: number): Promise<{ found: Listed[]; total: number }> {
    const share = Math.min(Math.ceil(limit / BUCKETS) + SPARE, limit);
    const replies = await Promise.all(buckets().map((bucket) => this.readList(query, bucket, share)));
    const total = Math.min(sum(replies.map(([count]) => count)), TOTAL_BOUND);
    const merged = replies.flatMap(([, tasks]) => readListed(tasks)).toSorted(newestFirst);
    const end = merged[limit - 1];
    // Where all of a bucket's share is on the page there may be more that belongs there.
    const short = replies.flatMap(([, tasks], bucket) => {
      const last = readListed(tasks.slice(-2))[0];
      const isShort =
        share < limit &&
        tasks.length === 2 * share &&
        last !== undefined &&
        (!end || newestFirst(last, end) <= 0);
      return isShort ? [bucket] : [];
    });
    if (short.length === 0) return { found: merged.slice(0, limit), total };
    const again = new Map(
      await Promise.all(
        short.map(async (bucket) => [bucket, await this.readList(query, bucket, limit)] as const),
      ),
    );
    const all = replies.flatMap(([, tasks], bucket) => readListed(again.get(bucket)?.[1] ?? tasks));
    return { found: all.toSorted(newestFirst).slice(0, limit), total };
  }

  private readList(query: ListQuery, bucket: number, limit: number): Promise<BucketReply> {
    const { owner, after, statusAtOrAfter } = query;
    return this.commands.run(
      'listPage',
      [this.keys.list(owner, bucket, query)],
      [
        after?.statusAt ?? '',
        after === undefined ? '' : storedText(after.taskId),
        statusAtOrAfter ?? '',
        limit,
      ],
    );
  }

  /**
   * Those that fit on a page, which are the first ones; undefined for one that is not to be shown. What is small is
   * read as it is measured, so that few pages need a second round; together that is no more than fits on a page.
   */
  private async loadAll(query: ListQuery, listed: readonly Listed[]): Promise<(TaskRecord | undefined)[]> {
    const { maxBytes } = query;
    if (maxBytes === undefined || (query.historyLength === 0 && !query.artifacts)) {
      return Promise.all(listed.map(({ id }) => this.load(query, id)));
    }
    const share = Math.floor(maxBytes / Math.max(listed.length, 1));
    const measured = await Promise.all(
      listed.map(({ id }) => this.read<MeasuredReply | null>('loadWithin', query, id, [share, maxBytes])),
    );
    const fits = fitting(
      measured.map((reply) => reply?.[0] ?? 0),
      maxBytes,
    );
    return Promise.all(
      measured.slice(0, fits).map(async (reply, index) => {
        if (reply === null) return undefined;
        return reply[1] === null ? this.load(query, listed[index]?.id ?? '') : shownAs(query, reply[1]);
      }),
    );
  }

  private async load(query: ListQuery, id: string): Promise<TaskRecord | undefined> {
    const reply = await this.read<SnapshotReply | null>('load', query, id, []);
    return reply === null ? undefined : shownAs(query, reply);
  }

  /** @param id as it is stored */
  private read<T>(
    script: ScriptName,
    { owner, historyLength, artifacts }: ListQuery,
    id: string,
    bounds: readonly number[],
  ): Promise<T> {
    const keys = this.keys.ofTask({ owner, taskId: readText(id) });
    return this.commands.run<T>(script, keys, [historyLength ?? '', artifacts ? 1 : 0, ...bounds]);
  }
}

/** Unless the task has left the state that is asked for since the list was read. */
function shownAs({ state, historyLength }: ListQuery, reply: SnapshotReply): TaskRecord | undefined {
  const record = recordOf(reply, historyLength !== 0);
  return state === undefined || record.task.status.state === state ? record : undefined;
}

/** How many of these sizes, in their order, come to no more than this; the first one does in any case. */
function fitting(sizes: readonly number[], maxBytes: number): number {
  let total = 0;
  const beyond = sizes.findIndex((bytes, index) => (total += bytes) > maxBytes && index > 0);
  return beyond === -1 ? sizes.length : beyond;
}

function readListed(flat: readonly string[]): Listed[] {
  return groupsOf(flat, 2).map(([id = '', statusAt]) => ({ id, statusAt: Number(statusAt) }));
}

/** The order of a list; equally old ones are in the order of their ids' bytes, as in each bucket. */
function newestFirst(a: Listed, b: Listed): number {
  return b.statusAt - a.statusAt || Buffer.compare(Buffer.from(b.id), Buffer.from(a.id));
}

function buckets(): number[] {
  return Array.from({ length: BUCKETS }, (_, bucket) => bucket);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}
