import { chunksOf, ContentMeter, inChunks } from '../contents/chunks.js';
import {
  type ByteRange,
  type ContentDescription,
  type ContentForm,
  ContentRefused,
  type ContentSize,
  type TaskContents,
  type TaskKey,
} from '../ports/index.js';
import { storedText } from '../stored/stored-text.js';
import type { TaskPool } from './connections/task-pool.js';

const FOREIGN_KEY_VIOLATION = '23503';

/** Parameters: agent, owner, task id, content id, form. No row if there is no such task. */
const BEGIN_SQL = `
  insert into a2a.content (task_no, id, form)
  select no, $4, $5 from a2a.task where agent = $1 and owner = $2 and id = $3
  returning no`;

/** Parameters: number, place, bytes. */
const ADD_SQL = `insert into a2a.content_chunk (content_no, place, body) values ($1, $2, $3)`;

/** Parameters: number, size, hash. No row if the content has gone with its task. */
const COMPLETE_SQL = `update a2a.content set bytes = $2, sha256 = $3 where no = $1 returning no`;

const DISCARD_SQL = `delete from a2a.content where no = $1`;

/** Parameters: agent, owner, task id, content id. */
const COMPLETE_CONTENT = `
  from a2a.task t
  join a2a.content c on c.task_no = t.no
 where t.agent = $1 and t.owner = $2 and t.id = $3 and c.id = $4 and c.bytes is not null`;

const DESCRIBE_SQL = `select c.form, c.bytes, c.sha256 ${COMPLETE_CONTENT}`;

/** The bytes of one row: the driver reads them as text, and what is larger stays in memory for long after it is of use. */
const PIECE_BYTES = 32 * 1024;

/** More parameters: place of the chunk, the first of its bytes, the one after the last, size of a piece. */
const READ_SQL = `
  select substring(k.body from at + 1 for least($8, $7 - at)) as piece
    from (select c.no ${COMPLETE_CONTENT}) complete
    join a2a.content_chunk k on k.content_no = complete.no and k.place = $5
   cross join generate_series($6::integer, $7::integer - 1, $8::integer) as at
   order by at`;

/** Contents in PostgreSQL: a row for each chunk. No statement is longer than one, so that a slow reader holds nothing. */
export class PostgresContents implements TaskContents {
  constructor(
    private readonly pool: TaskPool,
    private readonly agent: string,
  ) {}

  async write(
    key: TaskKey,
    contentId: string,
    form: ContentForm,
    chunks: AsyncIterable<Uint8Array>,
  ): Promise<ContentSize> {
    const names = [...this.names(key), storedText(contentId)];
    const [row] = await this.pool.rows<{ no: string }>('content-begin', BEGIN_SQL, [
      ...names,
      JSON.stringify(form),
    ]);
    if (row === undefined) throw gone(key);
    try {
      const meter = new ContentMeter();
      let place = 0;
      for await (const chunk of inChunks(chunks)) {
        meter.add(chunk);
        await this.pool.rows('content-add', ADD_SQL, [row.no, place, chunk]);
        place += 1;
      }
      const size = meter.size();
      const completed = await this.pool.rows('content-complete', COMPLETE_SQL, [
        row.no,
        size.bytes,
        size.sha256,
      ]);
      if (completed.length === 0) throw gone(key);
      return size;
    } catch (error) {
      // What can not be taken away now can not be read either, and goes with its task.
      await this.pool.rows('content-discard', DISCARD_SQL, [row.no]).catch(() => undefined);
      throw (error as { code?: unknown }).code === FOREIGN_KEY_VIOLATION ? gone(key) : error;
    }
  }

  async describe(key: TaskKey, contentId: string): Promise<ContentDescription | undefined> {
    const [row] = await this.pool.rows<{ form: string; bytes: string; sha256: string }>(
      'content-describe',
      DESCRIBE_SQL,
      [...this.names(key), storedText(contentId)],
    );
    return row && { ...(JSON.parse(row.form) as ContentForm), bytes: Number(row.bytes), sha256: row.sha256 };
  }

  async *read(key: TaskKey, contentId: string, range: ByteRange): AsyncGenerator<Uint8Array> {
    const names = [...this.names(key), storedText(contentId)];
    for (const { place, begin, end } of chunksOf(range)) {
      const values = [...names, place, begin, end, PIECE_BYTES];
      const rows = await this.pool.rows<{ piece: Buffer }>('content-read', READ_SQL, values);
      if (rows.length === 0) throw new Error(`A content of task ${key.taskId} has gone while it was read.`);
      for (const { piece } of rows) yield piece;
    }
  }

  /** They have gone with the task, in the same transaction. */
  deleteOf(): Promise<void> {
    return Promise.resolve();
  }

  survey(): Promise<readonly TaskKey[]> {
    return Promise.resolve([]);
  }

  private names({ owner, taskId }: TaskKey): string[] {
    return [this.agent, storedText(owner), storedText(taskId)];
  }
}

function gone({ taskId }: TaskKey): ContentRefused {
  return new ContentRefused('gone', `Task ${taskId} is gone, so that nothing can be kept for it.`);
}
