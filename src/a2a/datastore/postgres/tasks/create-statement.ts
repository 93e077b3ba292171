import { type NewTask, type Opening, STORED_FORMAT } from '../../ports/index.js';
import { storedEvents, SUBMITTED } from '../../stored/stored-event.js';
import { storedMessage } from '../../stored/stored-message.js';
import { storedMembers, storedText } from '../../stored/stored-text.js';
import { deliveryValues } from './append-statement.js';

/** Parameters: agent, owner, id, and {@link createValues}. */
export const CREATE_SQL = `
  select * from a2a.create_task($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, true)`;

/** What {@link CREATE_SQL} needs beside the task's names. */
export function createValues(task: NewTask, opening: Opening): unknown[] {
  return [
    storedText(task.contextId),
    storedText(task.skillId),
    JSON.stringify(task.principal),
    storedMessage(task.message, task.acceptedOutputModes),
    task.metadata && storedMembers(task.metadata),
    opening.leaseMs,
    storedEvents([SUBMITTED, ...(opening.events ?? [])], false),
    STORED_FORMAT,
    ...deliveryValues(opening.delivery),
  ];
}
