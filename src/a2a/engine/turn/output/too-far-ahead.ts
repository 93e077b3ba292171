import { FailTask } from '../../../skills/face/index.js';
import { TurnStalled } from '../writing/turn-lost.js';

/** Bounds of what a handler that does not wait may be ahead of the store. */
const MAX_BUFFERED_EVENTS = 1_000;
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;

/** What waits to be stored. */
export interface Backlog {
  readonly pendingEvents: number;
  readonly pendingBytes: number;
  /** Whether a store that is away, or very slow, is what it waits for. */
  readonly stalled: boolean;
}

/**
 * Called after each result of a handler that does not wait for room.
 *
 * @param remedy what the skill's team should do
 * @throws FailTask when the backlog exceeds its bounds; TurnStalled when that is the store's fault
 */
export function keepUp({ pendingEvents, pendingBytes, stalled }: Backlog, remedy: string): void {
  if (pendingEvents <= MAX_BUFFERED_EVENTS && pendingBytes <= MAX_BUFFERED_BYTES) {
    return;
  }
  throw stalled
    ? new TurnStalled('The datastore was away for longer than the results of the skill could wait.')
    : new FailTask(`The skill produced results faster than they can be stored. ${remedy}`);
}
