import pg, { type Client } from 'pg';
import { listStatement } from '../../../src/a2a/datastore/postgres/tasks/list-statement.js';
import type { ListQuery } from '../../../src/a2a/datastore/ports/index.js';

/** A part of a plan as `explain (format json)` shows it. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** @returns all parts of the plan by which this page is read, with what was found at each */
export async function planOf(
  client: Client,
  query: ListQuery,
  mode: 'force_generic_plan' | 'force_custom_plan',
): Promise<PlanNode[]> {
  const { text, values } = listStatement('contract', query);
  await client.query(`set plan_cache_mode = ${mode}`);
  await client.query(`prepare page as ${text}`);
  try {
    const literals = values.map((value) =>
      value === null ? 'null' : pg.escapeLiteral(String(value as string | number | boolean)),
    );
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) execute page(${literals.join(', ')})`,
    );
    return flattened(rows[0]!['QUERY PLAN'][0].Plan);
  } finally {
    await client.query('deallocate page');
  }
}

function flattened(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flattened)];
}

/** The tasks that a part of the plan has looked at. */
export function lookedAt(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return (node['Actual Rows'] + removed) * node['Actual Loops'];
}
