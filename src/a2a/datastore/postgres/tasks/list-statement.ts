import { type ListQuery, type TaskPage, TOTAL_BOUND } from '../../ports/index.js';
import { type Piece, readSnapshots } from '../../stored/snapshot-pieces.js';
import { storedText } from '../../stored/stored-text.js';

/** A statement that is planned once under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** The body of the piece of kind `page`. */
interface PageFacts {
  readonly total: number;
  readonly found: number;
}

/** What a list's index is ordered by before the place in the list, and the value that all tasks of the list have. */
interface Prefix {
  readonly column: string;
  readonly value: string;
}

/**
 * One statement that returns the pieces of a page's tasks, and one of kind `page` with what stands around them.
 *
 * What tasks must equal is written as a row that they are between. An equation the server may also check task by
 * task while it walks another index, through all that an owner has; an order that begins with these columns it
 * finds in one index only (`0006_lists.sql`), whatever it believes of the numbers.
 */
export function listStatement(agent: string, query: ListQuery): Statement {
  const { contextId, state, statusAtOrAfter: since, after } = query;
  const values: unknown[] = [];
  const parameter = (value: unknown, type: string): string => `$${values.push(value)}::${type}`;

  const filters = [
    `agent = ${parameter(agent, 'text')}`,
    `owner = ${parameter(storedText(query.owner), 'text')}`,
  ];
  const prefix: Prefix[] = [];
  if (contextId !== undefined) {
    const value = parameter(storedText(contextId), 'text');
    // Two contexts may have the same hash.
    filters.push(`context_id = ${value}`);
    prefix.push({ column: 'hashtextextended(context_id, 0)', value: `hashtextextended(${value}, 0)` });
  }
  if (state !== undefined) prefix.push({ column: 'state', value: parameter(state, 'text') });
  const columns = prefix.map(({ column }) => column);
  const equals = prefix.map(({ value }) => value);
  const order = [...columns, 'status_at', 'id'].map((column) => `${column} desc`).join(', ');

  if (since !== undefined) {
    filters.push(compared([...columns, 'status_at'], '>=', [...equals, parameter(since, 'bigint')]));
  } else if (prefix.length > 0) {
    filters.push(compared(columns, '>=', equals));
  }
  const upTo = prefix.length > 0 ? [compared(columns, '<=', equals)] : [];
  const beyond =
    after === undefined
      ? upTo
      : [
          compared([...columns, 'status_at', 'id'], '<', [
            ...equals,
            parameter(after.statusAt, 'bigint'),
            parameter(storedText(after.taskId), 'text'),
          ]),
        ];
  const limit = parameter(query.limit, 'integer');
  // Most lists show neither, and need not ask for them task by task.
  const isBare = query.historyLength === 0 && !query.artifacts;
  const shown = isBare
    ? ''
    : `${parameter(query.historyLength ?? null, 'integer')}, ${parameter(query.artifacts, 'boolean')}`;
  const rest = isBare
    ? ''
    : `
    union all
    select *
      from a2a.snapshot(array(select no from page), ${shown})
     where kind not in ('task', 'status')`;
  const listed = `array(select no from found where place <= ${limit} order by place)`;
  const places = isBare
    ? limit
    : `(select a2a.fitting(${listed}, ${shown}, ${parameter(query.maxBytes ?? null, 'bigint')}))`;

  // One row more than asked for tells whether there is another page.
  const text = `
    with found as (
      select task, no, row_number() over (order by ${order}) as place
        from a2a.task
       where ${[...filters, ...beyond].join(' and ')}
       order by ${order}
       limit ${limit} + 1
    ), page as (
      select no, (task).id, (task).last_seq, (task).status_seq, a2a.task_head(task) as head
        from found
       where place <= ${places}
    ), counted as (
      select 1
        from a2a.task
       where ${[...filters, ...upTo].join(' and ')}
       order by ${order}
       limit ${TOTAL_BOUND}
    )
    select null::bigint as task_no, 'page' as kind, 0 as place, null::text as name,
           json_build_object(
             'total', (select count(*) from counted),
             'found', (select count(*) from found)
           )::text as body,
           null::text as parts
    union all
    select no, 'task', last_seq, id, head, null
      from page
    union all
    select p.no, 'status', m.place, null, m.body, null
      from page p
      join a2a.message m on m.task_no = p.no and m.place = p.status_seq${rest}`;
  const parts = { context: contextId, state, since, after, bare: isBare || undefined };
  const name = Object.entries(parts).flatMap(([part, value]) => (value === undefined ? [] : [part]));
  return { name: ['list', ...name].join('-'), text, values };
}

function compared(columns: readonly string[], operator: string, values: readonly string[]): string {
  return `row(${columns.join(', ')}) ${operator} row(${values.join(', ')})`;
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
    ...(facts.found > snapshots.length &&
      last !== undefined && { next: { statusAt: last.statusAt, taskId: last.record.task.id } }),
    total: facts.total,
  };
}

/** The database's order: that of the stored text's bytes. */
function byDescendingId(a: string, b: string): number {
  return Buffer.compare(Buffer.from(storedText(b)), Buffer.from(storedText(a)));
}
