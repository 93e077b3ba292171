import type { JsonValue } from '../../../protocol/index.js';
import {
  type AppendGuard,
  type Appended,
  type Claimed,
  type Created,
  type DueQuery,
  type DueTasks,
  type HeldClaim,
  type ListQuery,
  type LoadOptions,
  type NewTask,
  type NewTaskEvent,
  type Opening,
  STORED_FORMAT,
  type TaskEvent,
  type TaskInspection,
  type TaskKey,
  type TaskPage,
  type TaskRecord,
  type TaskStore,
} from '../../ports/index.js';
import { type Piece, readClaim, readRecord } from '../../stored/snapshot-pieces.js';
import {
  assertOrder,
  endsTask,
  MAX_READ_BYTES,
  type EventRow,
  readEvent,
  storedEvents,
} from '../../stored/stored-event.js';
import { readText, storedText } from '../../stored/stored-text.js';
import type { TaskPool } from '../connections/task-pool.js';
import { readDelivered } from '../postgres-deliveries.js';
import { APPEND_SQL, type AppendRow, guardValues, readAppended } from './append-statement.js';
import { CREATE_SQL, createValues } from './create-statement.js';
import { type DueRow, dueValues, readDue, TAKE_DUE_SQL } from './due-statement.js';
import {
  COUNT_WAITING_SQL,
  INSPECT_SQL,
  type InspectRow,
  LOCATE_SQL,
  readInspection,
} from './inspect-statement.js';
import { EXPIRE_LEASES_SQL, RELEASE_SQL, RENEW_SQL, REQUEUE_SQL, SAVE_STEP_SQL } from './lease-statements.js';
import { listStatement, readPage } from './list-statement.js';
import { LOAD_SQL, READ_EVENTS_SQL } from './read-statements.js';

const UNIQUE_VIOLATION = '23505';

/** Tells the watchers of a task that there is something new. */
export type Wake = (taskId: string, ended: boolean) => void;

/**
 * Tasks in PostgreSQL, schema `a2a`. Every method is one statement, so one round trip and one transaction; what
 * a statement can't say in place is a function in `migrations/`. A task's row lock puts its writers in line.
 */
export class PostgresTaskStore implements TaskStore {
  /** @param agent the namespace: agents that share a database do not see each other's tasks */
  constructor(
    private readonly pool: TaskPool,
    private readonly agent: string,
    private readonly wake: Wake,
  ) {}

  async create(task: NewTask, opening: Opening = {}): Promise<Created> {
    const events = opening.events ?? [];
    assertOrder(events, true);
    const { owner, taskId } = task.key;
    const pieces = await this.pool
      .rows<Piece>('create', CREATE_SQL, [...this.names(task.key), ...createValues(task, opening)])
      .catch((error: unknown) => {
        if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
        throw new Error(`Task ${taskId} exists already: make a new id for each task.`, { cause: error });
      });
    const delivered = readDelivered(owner, pieces.find(({ kind }) => kind === 'delivered')?.body);
    if (delivered !== undefined) return { outcome: 'delivered', delivered };
    const record = readRecord(pieces);
    if (record === undefined) throw new Error(`Task ${taskId} could not be read back after it was stored.`);

    this.wake(taskId, endsTask(events));
    const claim = readClaim(pieces, { record });
    return { outcome: 'created', record, ...(claim && { claim }) };
  }

  async claim(key: TaskKey, turn: number, leaseMs: number): Promise<Claimed> {
    const pieces = await this.pool.rows<Piece>(
      'claim',
      `select * from a2a.claim($1, $2, $3, $4, $5, $6, true)`,
      [...this.names(key), turn, leaseMs, STORED_FORMAT],
    );
    const claim = readClaim(pieces);
    if (claim !== undefined) return { outcome: 'claimed', claim };
    const refusal = pieces.find(({ kind }) => kind === 'claim')?.name;
    return { outcome: refusal as Exclude<Claimed['outcome'], 'claimed'> };
  }

  async renew<C extends HeldClaim>(claims: readonly C[], leaseMs: number): Promise<C[]> {
    if (claims.length === 0) return [];
    const renewed = await this.pool.rows<{ place: number }>('renew', RENEW_SQL, [
      this.agent,
      claims.map(({ key }) => storedText(key.owner)),
      claims.map(({ key }) => storedText(key.taskId)),
      claims.map(({ fence }) => fence),
      leaseMs,
    ]);
    const places = new Set(renewed.map(({ place }) => place));
    return claims.filter((_, index) => !places.has(index + 1));
  }

  async release(claim: HeldClaim, resumeInMs: number, countAttempt: boolean): Promise<void> {
    const values = [...this.names(claim.key), claim.fence, resumeInMs, countAttempt];
    await this.pool.rows('release', RELEASE_SQL, values);
  }

  async append(key: TaskKey, guard: AppendGuard, events: readonly NewTaskEvent[]): Promise<Appended> {
    const claimed = 'fence' in guard;
    assertOrder(events, claimed);
    const [row] = await this.pool.rows<AppendRow>('append', APPEND_SQL, [
      ...this.names(key),
      ...guardValues(guard),
      storedEvents(events, claimed),
      events.filter((event) => 'message' in event).length,
    ]);
    const appended = readAppended(key.owner, row);
    // Also for one that was stored before: whoever stored it may have ended before it woke anybody.
    if (appended.outcome === 'appended' && events.length > 0) this.wake(key.taskId, endsTask(events));
    return appended;
  }

  async load(key: TaskKey, options: LoadOptions): Promise<TaskRecord | undefined> {
    const values = [...this.names(key), options.historyLength ?? null, options.artifacts];
    return readRecord(await this.pool.rows<Piece>('load', LOAD_SQL, values), options.historyLength !== 0);
  }

  async list(query: ListQuery): Promise<TaskPage> {
    const { name, text, values } = listStatement(this.agent, query);
    return readPage(await this.pool.rows<Piece>(name, text, values), query);
  }

  async delete(key: TaskKey): Promise<boolean> {
    const [row] = await this.pool.rows<{ deleted: boolean }>(
      'delete',
      `select a2a.delete_task($1, $2, $3) as deleted`,
      this.names(key),
    );
    return row?.deleted === true;
  }

  async readEvents(key: TaskKey, after: number, limit: number): Promise<TaskEvent[]> {
    const rows = await this.pool.rows<EventRow & { context_id: string }>('events', READ_EVENTS_SQL, [
      ...this.names(key),
      after,
      limit,
      MAX_READ_BYTES,
    ]);
    return rows.map((row) => readEvent(row, { taskId: key.taskId, contextId: readText(row.context_id) }));
  }

  async saveStep(key: TaskKey, fence: number, step: string, result: JsonValue): Promise<boolean> {
    const values = [...this.names(key), fence, storedText(step), JSON.stringify(result)];
    return (await this.pool.rows('save-step', SAVE_STEP_SQL, values)).length > 0;
  }

  async takeDue(query: DueQuery): Promise<DueTasks> {
    return readDue(
      await this.pool.rows<DueRow>('take-due', TAKE_DUE_SQL, dueValues(this.agent, query)),
      query,
    );
  }

  async requeue(key: TaskKey, turn: number): Promise<number | undefined> {
    const values = [...this.names(key), turn];
    const [row] = await this.pool.rows<{ requeues: number }>('requeue', REQUEUE_SQL, values);
    return row?.requeues;
  }

  async countWaiting(owner: string, atMost: number): Promise<number> {
    const values = [this.agent, storedText(owner), atMost];
    const [row] = await this.pool.rows<{ waiting: number }>('count-waiting', COUNT_WAITING_SQL, values);
    return row?.waiting ?? 0;
  }

  async locate(taskId: string): Promise<TaskKey[]> {
    const values = [this.agent, storedText(taskId)];
    const rows = await this.pool.rows<{ owner: string }>('locate', LOCATE_SQL, values);
    return rows.map(({ owner }) => ({ owner: readText(owner), taskId }));
  }

  async inspect(key: TaskKey): Promise<TaskInspection | undefined> {
    const [row] = await this.pool.rows<InspectRow>('inspect', INSPECT_SQL, this.names(key));
    return row && readInspection(key, row);
  }

  async expireLeases(): Promise<number> {
    return (await this.pool.rows('expire-leases', EXPIRE_LEASES_SQL, [this.agent])).length;
  }

  private names({ owner, taskId }: TaskKey): [string, string, string] {
    return [this.agent, storedText(owner), storedText(taskId)];
  }
}
