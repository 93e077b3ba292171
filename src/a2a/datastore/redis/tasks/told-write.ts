import { DatastoreUnavailable } from '../../datastore-error.js';
import type { TaskKey } from '../../ports/index.js';
import type { SweepIndex } from './sweep-index.js';

/** Within which time the sweep looks at a task on which a turn is opened; as in write-events.lua. */
const OPEN_TURN_DUE_MS = 30_000;

const TRIES = 3;

/**
 * Opens a turn after the sweep index was told of it, so that a crash between the two loses nothing.
 *
 * @param write gets the time when it was told, and returns a reply beginning with 'stale' if that is too long ago
 * @param inMs when the sweep is to look at the task if that is sooner than usual
 */
export async function toldWrite<Reply extends readonly unknown[]>(
  index: SweepIndex,
  key: TaskKey,
  write: (toldAt: string) => Promise<Reply | readonly ['stale']>,
  inMs = OPEN_TURN_DUE_MS,
): Promise<Reply> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const reply = await write(await index.tell(key, Math.min(inMs, OPEN_TURN_DUE_MS)));
    if (reply[0] !== 'stale') return reply as Reply;
  }
  throw new DatastoreUnavailable(
    'A write came to Redis too late to be made safely. Try again; if it stays so, see that the clocks of the ' +
      'nodes of the cluster agree within some seconds.',
  );
}
