import type { TaskState } from '../../../protocol/index.js';
import type { AppendGuard, Appended, Delivery } from '../../ports/index.js';
import { hashedText, storedText } from '../../stored/stored-text.js';
import { readDelivered } from '../postgres-deliveries.js';

/** Parameters: agent, owner, id, {@link guardValues}, the events, and how many of them are messages. */
export const APPEND_SQL = `
  select * from a2a.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`;

/** The row of {@link APPEND_SQL}. */
export interface AppendRow {
  readonly outcome: Appended['outcome'];
  readonly state: TaskState;
  readonly sequence: number;
  readonly turn: number;
  readonly turns_ended: number;
  readonly delivered: string | null;
}

/** The guard as {@link APPEND_SQL} takes it. */
export function guardValues(guard: AppendGuard): unknown[] {
  if ('fence' in guard) {
    return [guard.fence, guard.batch, null, null, null, null, ...deliveryValues(undefined)];
  }
  return [
    null,
    null,
    guard.expect,
    guard.idle,
    guard.maxWaitingTurns,
    guard.skillId === undefined ? null : storedText(guard.skillId),
    ...deliveryValues(guard.delivery),
  ];
}

/** A delivery as the SQL functions take it that store its message. */
export function deliveryValues(delivery: Delivery | undefined): unknown[] {
  if (delivery === undefined) return [null, null, null];
  return [hashedText(delivery.messageId), delivery.digest, delivery.windowMs];
}

/** What the row of {@link APPEND_SQL} says. */
export function readAppended(owner: string, row: AppendRow | undefined): Appended {
  if (row === undefined) return { outcome: 'unknown' };
  const { outcome, state, sequence, turn, turns_ended: turnsEnded } = row;
  if (outcome === 'appended') return { outcome, sequence, turn, turnsEnded };
  if (outcome === 'ended' || outcome === 'unexpected') return { outcome, state };
  if (outcome !== 'delivered') return { outcome };
  return { outcome, delivered: readDelivered(owner, row.delivered) ?? { as: 'pending' } };
}
