import type { AppendGuard, Appended, NewTaskEvent, TaskKey } from '../../ports/index.js';
import type { TaskState } from '../../../protocol/index.js';
import { storedEvents } from '../../stored/stored-event.js';
import { hashedText, readText, storedText } from '../../stored/stored-text.js';
import type { Argument } from '../connection/redis-commands.js';
import type { SweepNews } from './sweep-index.js';

/** What the script append.lua returns, but for 'stale'. */
export type AppendReply =
  | readonly ['appended', sequence: number, turn: number, turnsEnded: number, news: SweepNews]
  | readonly ['ended' | 'unexpected', state: TaskState]
  | readonly ['delivered', delivery: readonly ['conflict'] | readonly ['turn', taskId: string, turn: string]]
  | readonly ['fenced' | 'waiting' | 'full' | 'unknown'];

/**
 * @param toldAt when the sweep index was told; '' if these events open no turn
 * @param announcement a channel and a text for it
 */
export function appendArguments(
  guard: AppendGuard,
  events: readonly NewTaskEvent[],
  toldAt: string,
  announcement: readonly [string, string],
): Argument[] {
  const isClaim = 'fence' in guard;
  const delivery = isClaim ? undefined : guard.delivery;
  return [
    isClaim ? guard.fence : '',
    (isClaim ? guard.batch : undefined) ?? '',
    isClaim ? '' : guard.expect.join(','),
    !isClaim && guard.idle === true ? 1 : 0,
    (isClaim ? undefined : guard.maxWaitingTurns) ?? '',
    isClaim || guard.skillId === undefined ? '' : `=${storedText(guard.skillId)}`,
    storedEvents(events, isClaim),
    events.filter((event) => 'message' in event).length,
    toldAt,
    delivery === undefined ? '' : hashedText(delivery.messageId),
    delivery?.digest ?? '',
    delivery?.windowMs ?? '',
    ...announcement,
  ];
}

/** @returns the outcome, and what the sweep should be told */
export function readAppended({ owner }: TaskKey, reply: AppendReply): [Appended, SweepNews] {
  switch (reply[0]) {
    case 'appended': {
      const [outcome, sequence, turn, turnsEnded, news] = reply;
      return [{ outcome, sequence, turn, turnsEnded }, news];
    }
    case 'ended':
    case 'unexpected':
      return [{ outcome: reply[0], state: reply[1] }, []];
    case 'delivered': {
      const [as, taskId, turn] = reply[1];
      if (as === 'conflict') return [{ outcome: 'delivered', delivered: { as } }, []];
      const key = { owner, taskId: readText(taskId) };
      return [{ outcome: 'delivered', delivered: { as, key, turn: Number(turn) } }, []];
    }
    case 'fenced':
    case 'waiting':
    case 'full':
    case 'unknown':
    default:
      return [{ outcome: reply[0] }, []];
  }
}
