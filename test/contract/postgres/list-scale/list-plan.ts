import pg, { type Client } from 'pg';

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

/** Runs a statement and takes back what it did. @returns all parts of its plan, with what was found at each */
export async function planOf(
  client: Client,
  { text, values }: { readonly text: string; readonly values: readonly unknown[] },
  mode: 'force_generic_plan' | 'force_custom_plan',
): Promise<PlanNode[]> {
  await client.query(`set plan_cache_mode = ${mode}`);
  await client.query('begin');
  await client.query(`prepare statement as ${text}`);
  try {
    const literals = values.map((value) =>
      Array.isArray(value)
        ? pg.escapeLiteral(`{${value.join(',')}}`)
        : pg.escapeLiteral(String(value as string | number | boolean)),
    );
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) execute statement(${literals.join(', ')})`,
    );
    return flattened(rows[0]!['QUERY PLAN'][0].Plan);
  } finally {
    await client.query('rollback');
    await client.query('deallocate statement');
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
