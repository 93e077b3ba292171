import type { Claim, NewTask } from '../../datastore/ports/index.js';
import { type Message, PROGRESS_EXTENSION, type Progress } from '../../protocol/index.js';

/** What a runner needs to know of a turn; the right to write it is the sink's matter. */
export type RunnableTurn = Omit<Claim, 'fence'>;

/** The first turn of a task that is not stored yet. */
export function unstored(task: NewTask): RunnableTurn {
  return {
    attempt: 1,
    runningMs: 0,
    turn: 1,
    principal: task.principal,
    message: task.message,
    acceptedOutputModes: task.acceptedOutputModes ?? [],
    steps: new Map(),
    record: {
      key: task.key,
      skillId: task.skillId,
      sequence: 0,
      turn: 1,
      turnsEnded: 0,
      task: {
        id: task.key.taskId,
        contextId: task.contextId,
        status: { state: 'TASK_STATE_SUBMITTED' },
        history: [task.message],
      },
    },
  };
}

/** The user's messages of the task up to the one that opened this turn, oldest first. */
export function messagesOf({ record, message, turn }: RunnableTurn): [Message, ...Message[]] {
  // Each user's message has opened a turn; those of turns that wait behind this one stand there already.
  const messages = (record.task.history ?? []).filter(({ role }) => role === 'ROLE_USER');
  const [first = message, ...rest] = messages.slice(0, turn);
  return [first, ...rest];
}

/**
 * The percentage that an earlier attempt at this turn has reported, if any. What the task shows may be another
 * turn's, so only the first turn's counts.
 */
export function reportedBefore({ attempt, turn, record }: RunnableTurn): number | undefined {
  const progress = record.task.metadata?.[PROGRESS_EXTENSION] as Partial<Progress> | null | undefined;
  return attempt > 1 && turn === 1 && typeof progress?.percent === 'number' ? progress.percent : undefined;
}
