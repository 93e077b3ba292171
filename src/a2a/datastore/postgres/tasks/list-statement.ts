import type { ListQuery, TaskPage } from '../../ports/index.js';
import { type Piece, readSnapshots } from './snapshot-pieces.js';
import { storedText } from './stored-text.js';

/** A statement and its parameters. */
export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** The body of the piece of kind `page`. */
interface PageFacts {
  readonly total: number;
  readonly found: number;
}

/** One statement that returns the pieces of a page's tasks, and one of kind `page` with what stands around them. */
export function listStatement(agent: string, query: ListQuery): Statement {
  const values: unknown[] = [];
  const parameter = (value: unknown): string => `$${values.push(value)}`;

  const filters = [`agent = ${parameter(agent)}`, `owner = ${parameter(storedText(query.owner))}`];
  if (query.contextId !== undefined) {
    const contextId = parameter(storedText(query.contextId));
    filters.push(`left(context_id, 200) = left(${contextId}, 200)`, `context_id = ${contextId}`);
  }
  if (query.state !== undefined) filters.push(`state = ${parameter(query.state)}`);
  if (query.statusAtOrAfter !== undefined) filters.push(`status_at >= ${parameter(query.statusAtOrAfter)}`);
  const matches = filters.join(' and ');
  const after =
    query.after === undefined
      ? 'true'
      : `(status_at, id) < (${parameter(query.after.statusAt)}, ${parameter(storedText(query.after.taskId))})`;
  const limit = parameter(query.limit);
  const historyLength = parameter(query.historyLength ?? null);
  const artifacts = parameter(query.artifacts);

  // One row more than asked for tells whether there is another page.
  const text = `
    with found as (
      select no, row_number() over (order by status_at desc, id desc) as place
        from a2a.task
       where ${matches} and ${after}
       order by status_at desc, id desc
       limit ${limit}::integer + 1
    )
    select null::bigint as task_no, 'page' as kind, 0 as place, null::text as name,
           json_build_object(
             'total', (select count(*) from a2a.task where ${matches}),
             'found', (select count(*) from found)
           )::text as body,
           null::text as parts
    union all
    select *
      from a2a.snapshot(
             array(select no from found where place <= ${limit}::integer),
             ${historyLength}::integer,
             ${artifacts}::boolean
           )`;
  return { text, values };
}

/** The page that these pieces make. */
export function readPage(pieces: readonly Piece[], query: ListQuery): TaskPage {
  const facts = JSON.parse(pieces.find(({ kind }) => kind === 'page')?.body ?? '{}') as PageFacts;
  const snapshots = readSnapshots(pieces, query.historyLength !== 0).toSorted(
    (a, b) => b.statusAt - a.statusAt || byDescendingId(a.record.task.id, b.record.task.id),
  );
  const last = snapshots.at(-1);
  return {
    tasks: snapshots.map(({ record }) => record.task),
    ...(facts.found > query.limit &&
      last !== undefined && { next: { statusAt: last.statusAt, taskId: last.record.task.id } }),
    total: facts.total,
  };
}

/** The database's order: that of the stored text's bytes. */
function byDescendingId(a: string, b: string): number {
  return Buffer.compare(Buffer.from(storedText(b)), Buffer.from(storedText(a)));
}
