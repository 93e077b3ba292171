import type { Message } from '../../protocol/index.js';
import type { Deliveries, Delivered, Delivery } from '../ports/index.js';
import { hashedText, readText, storedText } from '../stored/stored-text.js';
import type { TaskPool } from './connections/task-pool.js';

/** What the SQL function `find_delivery` gives as JSON. */
type StoredDelivered =
  | { readonly as: 'turn'; readonly taskId: string; readonly turn: number }
  | { readonly as: 'reply'; readonly reply: string }
  | { readonly as: 'pending' }
  | { readonly as: 'conflict' };

/** Only of a message that was begun and not answered: what opened a turn stays as it is. */
const FORGET_SQL = `
  delete from a2a.delivery
   where agent = $1 and owner = $2 and message_key = $3 and digest = $4 and task_no is null and reply is null`;

/** The first reply stays; after the lease nobody may have begun anew, and nothing be left of the first beginning. */
const REPLY_SQL = `
  insert into a2a.delivery as d (agent, owner, message_key, digest, reply, expires_at)
  values ($1, $2, $3, $4, $5, a2a.now_ms() + $6)
      on conflict (agent, owner, message_key) do update
     set reply = excluded.reply, expires_at = excluded.expires_at
   where d.digest = excluded.digest and d.task_no is null and d.reply is null`;

/** What an owner has delivered, in a2a.delivery. */
export class PostgresDeliveries implements Deliveries {
  constructor(
    private readonly pool: TaskPool,
    private readonly agent: string,
  ) {}

  async find(owner: string, delivery: Delivery): Promise<Delivered | undefined> {
    const [row] = await this.pool.rows<{ delivered: string | null }>(
      'find-delivery',
      'select a2a.find_delivery($1, $2, $3, $4) as delivered',
      this.names(owner, delivery),
    );
    return readDelivered(owner, row?.delivered);
  }

  async begin(owner: string, delivery: Delivery, leaseMs: number): Promise<Delivered | undefined> {
    const [row] = await this.pool.rows<{ delivered: string | null }>(
      'begin-delivery',
      'select a2a.take_delivery($1, $2, $3, $4, null, null, $5) as delivered',
      [...this.names(owner, delivery), leaseMs],
    );
    return readDelivered(owner, row?.delivered);
  }

  async end(owner: string, delivery: Delivery, reply?: Message): Promise<void> {
    const names = this.names(owner, delivery);
    if (reply === undefined) {
      await this.pool.rows('forget-delivery', FORGET_SQL, names);
    } else {
      const values = [...names, JSON.stringify(reply), delivery.windowMs];
      await this.pool.rows('reply-delivery', REPLY_SQL, values);
    }
  }

  private names(owner: string, { messageId, digest }: Delivery): string[] {
    return [this.agent, storedText(owner), hashedText(messageId), digest];
  }
}

/** @param stored what the SQL functions find_delivery and take_delivery return */
export function readDelivered(owner: string, stored: string | null | undefined): Delivered | undefined {
  if (stored === null || stored === undefined) return undefined;
  const delivered = JSON.parse(stored) as StoredDelivered;
  if (delivered.as === 'turn') {
    return { as: 'turn', key: { owner, taskId: readText(delivered.taskId) }, turn: delivered.turn };
  }
  return delivered.as === 'reply'
    ? { as: 'reply', reply: JSON.parse(delivered.reply) as Message }
    : { as: delivered.as };
}
