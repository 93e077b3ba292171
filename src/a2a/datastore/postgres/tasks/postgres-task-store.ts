import type { Pool } from 'pg';
import type { JsonValue, TaskState } from '../../../protocol/index.js';
import type {
  AppendGuard,
  Appended,
  Claim,
  Claimed,
  HeldClaim,
  ListQuery,
  LoadOptions,
  NewTask,
  NewTaskEvent,
  Opening,
  OverdueTurn,
  TaskEvent,
  TaskKey,
  TaskPage,
  TaskRecord,
  TaskStore,
} from '../../ports/index.js';
import {
  EXPIRE_LEASES_SQL,
  RELEASE_SQL,
  RENEW_SQL,
  REQUEUE_SQL,
  SAVE_STEP_SQL,
  TAKE_OVERDUE_SQL,
} from './lease-statements.js';
import { listStatement, readPage } from './list-statement.js';
import { READ_EVENTS_SQL } from './log-statement.js';
import { type Piece, readClaim, readRecord } from './snapshot-pieces.js';
import { assertOrder, endsTask, type EventRow, readEvent, storedEvents } from './stored-event.js';
import { readText, storedMembers, storedText } from './stored-text.js';

const UNIQUE_VIOLATION = '23505';

/** One read of the log stops after the event that brings it to this size. */
const MAX_READ_BYTES = 1024 * 1024;

const SUBMITTED: NewTaskEvent = { statusUpdate: { status: { state: 'TASK_STATE_SUBMITTED' } } };

/** Tells the watchers of a task that there is something new. */
export type Wake = (taskId: string, ended: boolean) => void;

interface AppendRow {
  readonly outcome: Appended['outcome'];
  readonly state: TaskState;
  readonly sequence: number;
  readonly turn: number;
  readonly turns_ended: number;
}

interface OverdueRow {
  readonly owner: string;
  readonly id: string;
  readonly skill_id: string;
  readonly state: TaskState;
  readonly turn: number;
  readonly attempts: number;
  readonly requeues: number;
}

/**
 * Tasks in PostgreSQL, schema `a2a`. Every method is one statement, so one round trip and one transaction; what
 * a statement can't say in place is a function in `migrations/`. A task's row lock puts its writers in line.
 */
export class PostgresTaskStore implements TaskStore {
  /** @param agent the namespace: agents that share a database do not see each other's tasks */
  constructor(
    private readonly pool: Pool,
    private readonly agent: string,
    private readonly wake: Wake,
  ) {}

  async create(task: NewTask, opening: Opening = {}): Promise<{ record: TaskRecord; claim?: Claim }> {
    const events = opening.events ?? [];
    assertOrder(events, true);
    const pieces = await this.query<Piece>(
      'create',
      `select * from a2a.create_task($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        ...this.names(task.key),
        storedText(task.contextId),
        storedText(task.skillId),
        JSON.stringify(task.principal),
        JSON.stringify(task.message),
        task.metadata && storedMembers(task.metadata),
        opening.leaseMs,
        storedEvents([SUBMITTED, ...events], false),
      ],
    ).catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
      throw new Error(`Task ${task.key.taskId} exists already: make a new id for each task.`, {
        cause: error,
      });
    });
    const record = readRecord(pieces);
    if (record === undefined)
      throw new Error(`Task ${task.key.taskId} could not be read back after it was stored.`);

    this.wake(task.key.taskId, endsTask(events));
    const claim = readClaim(pieces);
    return { record, ...(claim && { claim }) };
  }

  async claim(key: TaskKey, turn: number, leaseMs: number): Promise<Claimed> {
    const pieces = await this.query<Piece>('claim', `select * from a2a.claim($1, $2, $3, $4, $5)`, [
      ...this.names(key),
      turn,
      leaseMs,
    ]);
    const claim = readClaim(pieces);
    if (claim !== undefined) return { outcome: 'claimed', claim };
    const refusal = pieces.find(({ kind }) => kind === 'claim')?.name;
    return { outcome: refusal as Exclude<Claimed['outcome'], 'claimed'> };
  }

  async renew<C extends HeldClaim>(claims: readonly C[], leaseMs: number): Promise<C[]> {
    if (claims.length === 0) return [];
    const renewed = await this.query<{ place: number }>('renew', RENEW_SQL, [
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
    await this.query('release', RELEASE_SQL, [
      ...this.names(claim.key),
      claim.fence,
      resumeInMs,
      countAttempt,
    ]);
  }

  async append(key: TaskKey, guard: AppendGuard, events: readonly NewTaskEvent[]): Promise<Appended> {
    const claimed = 'fence' in guard;
    assertOrder(events, claimed);
    const [row] = await this.query<AppendRow>(
      'append',
      `select * from a2a.append($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        ...this.names(key),
        claimed ? guard.fence : null,
        claimed ? null : guard.expect,
        claimed ? null : guard.maxWaitingTurns,
        claimed || guard.skillId === undefined ? null : storedText(guard.skillId),
        storedEvents(events, claimed),
        events.filter((event) => 'message' in event).length,
      ],
    );
    if (row === undefined) return { outcome: 'unknown' };

    const { outcome, state, sequence, turn, turns_ended: turnsEnded } = row;
    if (outcome === 'ended' || outcome === 'unexpected') return { outcome, state };
    if (outcome !== 'appended') return { outcome };
    if (events.length > 0) this.wake(key.taskId, endsTask(events));
    return { outcome, sequence, turn, turnsEnded };
  }

  async load(key: TaskKey, options: LoadOptions): Promise<TaskRecord | undefined> {
    const pieces = await this.query<Piece>(
      'load',
      `select *
         from a2a.snapshot(
                array(select no from a2a.task where agent = $1 and owner = $2 and id = $3),
                $4,
                $5
              )`,
      [...this.names(key), options.historyLength ?? null, options.artifacts],
    );
    return readRecord(pieces, options.historyLength !== 0);
  }

  async list(query: ListQuery): Promise<TaskPage> {
    const { text, values } = listStatement(this.agent, query);
    const { rows } = await this.pool.query<Piece>(text, values);
    return readPage(rows, query);
  }

  async delete(key: TaskKey): Promise<boolean> {
    const [row] = await this.query<{ deleted: boolean }>(
      'delete',
      `select a2a.delete_task($1, $2, $3) as deleted`,
      this.names(key),
    );
    return row?.deleted === true;
  }

  async readEvents(key: TaskKey, after: number, limit: number): Promise<TaskEvent[]> {
    const rows = await this.query<EventRow & { context_id: string }>('events', READ_EVENTS_SQL, [
      ...this.names(key),
      after,
      limit,
      MAX_READ_BYTES,
    ]);
    return rows.map((row) => readEvent(row, { taskId: key.taskId, contextId: readText(row.context_id) }));
  }

  async saveStep(key: TaskKey, fence: number, step: string, result: JsonValue): Promise<boolean> {
    const values = [...this.names(key), fence, storedText(step), JSON.stringify(result)];
    return (await this.query('save-step', SAVE_STEP_SQL, values)).length > 0;
  }

  async takeOverdue(limit: number, recheckMs: number): Promise<OverdueTurn[]> {
    const rows = await this.query<OverdueRow>('overdue', TAKE_OVERDUE_SQL, [this.agent, limit, recheckMs]);
    return rows.map(({ owner, id, skill_id, ...turn }) => ({
      key: { owner: readText(owner), taskId: readText(id) },
      skillId: readText(skill_id),
      ...turn,
    }));
  }

  async requeue(key: TaskKey, turn: number): Promise<number | undefined> {
    const [row] = await this.query<{ requeues: number }>('requeue', REQUEUE_SQL, [...this.names(key), turn]);
    return row?.requeues;
  }

  async expireLeases(): Promise<number> {
    const { rowCount } = await this.pool.query(EXPIRE_LEASES_SQL, [this.agent]);
    return rowCount ?? 0;
  }

  private names({ owner, taskId }: TaskKey): [string, string, string] {
    return [this.agent, storedText(owner), storedText(taskId)];
  }

  /** Named, so that each connection plans the statement once. */
  private async query<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>({ name: `a2a-${name}`, text, values });
    return rows;
  }
}
