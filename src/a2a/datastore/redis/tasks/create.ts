import type { Created, Delivery, NewTask, Opening } from '../../ports/index.js';
import { bucketOf, STORED_FORMAT } from '../../ports/index.js';
import { storedEvents, SUBMITTED } from '../../stored/stored-event.js';
import { storedMessage } from '../../stored/stored-message.js';
import { hashedText, storedMembers, storedText } from '../../stored/stored-text.js';
import type { Argument } from '../connection/redis-commands.js';
import type { StoredDelivery } from '../redis-deliveries.js';
import { type AgentKeys, bucketOfTask } from '../task-keys.js';
import { claimOf, type ClaimReply, type FixedPart, recordOf, type SnapshotReply } from './snapshot-reply.js';
import type { SweepNews } from './sweep-index.js';

type CreatedReply = readonly [
  'created',
  claim: ClaimReply | null,
  snapshot: SnapshotReply | null,
  news: SweepNews,
];

/** What the script create.lua returns, but for 'stale'. */
export type CreateReply = CreatedReply | readonly ['delivered', StoredDelivery] | readonly ['exists'];

/** @throws RangeError if the task's id is of another bucket than the message */
export function createKeys(keys: AgentKeys, { key }: NewTask, delivery: Delivery | undefined): string[] {
  if (delivery === undefined) return keys.ofTask(key);
  if (bucketOfTask(key.taskId) !== bucketOf(delivery.messageId)) {
    throw new RangeError(
      `Task id ${key.taskId} does not end with the bucket of its message: make it by newTaskId(messageId).`,
    );
  }
  return [...keys.ofTask(key), keys.delivery(key.owner, delivery.messageId)];
}

/**
 * @param toldAt when the sweep index was told
 * @param announcement a channel and a text for it
 * @param voidTask a task that knows nothing of the message that was reserved for it, or ''
 */
export function createArguments(
  task: NewTask,
  { events = [], leaseMs, delivery }: Opening,
  toldAt: string,
  announcement: readonly [string, string],
  voidTask: string,
): Argument[] {
  const fixed: FixedPart = {
    owner: storedText(task.key.owner),
    id: storedText(task.key.taskId),
    contextId: storedText(task.contextId),
    principal: JSON.stringify(task.principal),
  };
  return [
    STORED_FORMAT,
    JSON.stringify(fixed),
    storedText(task.skillId),
    hashedText(task.contextId),
    storedMessage(task.message, task.acceptedOutputModes),
    task.metadata === undefined ? '' : JSON.stringify(storedMembers(task.metadata)),
    storedEvents([SUBMITTED, ...events], false),
    leaseMs ?? '',
    toldAt,
    delivery?.digest ?? '',
    delivery?.windowMs ?? '',
    ...announcement,
    voidTask,
  ];
}

export function readCreated([, claimed, snapshot]: CreatedReply): Created {
  if (claimed !== null) {
    const claim = claimOf(claimed);
    return { outcome: 'created', record: claim.record, claim };
  }
  if (snapshot === null) throw new Error('A task could not be read back after it was stored.');
  return { outcome: 'created', record: recordOf(snapshot, true) };
}
