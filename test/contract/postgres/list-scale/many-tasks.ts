import pg, { type Client } from 'pg';

/** The principal that owns half as many tasks as all others together. */
export const HEAVY = 'owner-heavy';

/** Tasks of each of the other principals. */
export const TASKS_EACH = 100;

/** The time of the first task; each is 10 ms younger than the one before. */
export const FIRST_AT = 1_700_000_000_000;

export const ownerOf = (number: number): string => `owner-${number}`;

/** A context of an owner; each has ten. */
export const contextOf = (owner: string, number: number): string => `context-${owner}-${number}`;

/**
 * Stores tasks with the messages that a list shows, as they are stored one by one, only faster: these numbers of principals that own 100 each, and
 * this many of one that owns them all.
 */
export async function storeManyTasks(
  client: Client,
  owners: { from: number; to: number },
  heavyTasks: number,
): Promise<void> {
  // Far sooner than to keep them up to date, row by row.
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition
       from pg_indexes
      where schemaname = 'a2a' and tablename = 'task' and indexname like 'task\\_%'
        and indexname not in (select conname from pg_constraint)`,
  );
  for (const { name } of rows) await client.query(`drop index a2a.${name}`);
  const count = (owners.to - owners.from) * TASKS_EACH;
  const many = owners.to - owners.from;
  await storeTasks(client, count, {
    owner: `'owner-' || ${owners.from} + n % ${many}`,
    place: `n / ${many}`,
  });
  if (heavyTasks > 0) await storeTasks(client, heavyTasks, { owner: `'${HEAVY}'`, place: 'n' });
  for (const { definition } of rows) await client.query(definition);
}

/** What an owner's tasks are like follows from their place among them, so that all owners have the same. */
async function storeTasks(
  client: Client,
  count: number,
  nth: { owner: string; place: string },
): Promise<void> {
  await client.query(`
    with numbered as (
      select n, ${nth.owner} as owner, ${nth.place} as place, md5(random()::text || n)::uuid::text as id
        from generate_series(0, ${count - 1}) n
    ), task as (
      insert into a2a.task (
        agent, owner, id, context_id, skill_id, principal, state, terminal,
        status_seq, status_at, last_seq, last_at, turn, turns_ended
      )
      select 'contract', owner, id, 'context-' || owner || '-' || (place / 10 % 10), 'a-skill', '{"subject":"someone"}',
             'TASK_STATE_' || case when place % 100 < 94 then 'COMPLETED'
                                   when place % 100 < 98 then 'FAILED'
                                   when place % 100 = 98 then 'INPUT_REQUIRED'
                                   else 'CANCELED' end,
             place % 100 <> 98, 2, ${FIRST_AT} + n * 10::bigint, 2, ${FIRST_AT} + n * 10::bigint, 1, 1
        from numbered
      returning no
    )
    insert into a2a.message (task_no, place, body)
    select no, place, '{"messageId":"m-' || place || '","role":"ROLE_USER","parts":[{"text":"do it"}]}'
      from task, unnest(array[0, 2]) place`);
}

/** @returns a connection with these options of the session */
export async function connected(url: string, options: string): Promise<Client> {
  const client = new pg.Client({ connectionString: url, options });
  await client.connect();
  return client;
}
