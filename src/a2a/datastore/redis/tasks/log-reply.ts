import type { TaskEvent } from '../../ports/index.js';
import { readEvent } from '../../stored/stored-event.js';
import { readText } from '../../stored/stored-text.js';
import type { FixedPart } from './snapshot-reply.js';

/** What the script read-events.lua returns. */
export type LogReply = readonly [fixed: string | null, events: readonly string[]];

/** @param after the number of the event before the first one */
export function readLog([fixed, events]: LogReply, after: number): TaskEvent[] {
  if (fixed === null) return [];
  const { id, contextId } = JSON.parse(fixed) as FixedPart;
  const ids = { taskId: readText(id), contextId: readText(contextId) };
  return events.map((event, index) => {
    const [head = '', body = '', parts = null] = event.split('\n');
    const [at = '', turn, appended = ''] = head.split(' ');
    return readEvent(
      {
        seq: after + index + 1,
        at,
        turn: Number(turn),
        body,
        appended: appended === '' ? null : appended === '1',
        parts,
      },
      ids,
    );
  });
}
