// Nothing in the demo waits for ever: every wait has a deadline and a sentence for when it is missed.
import { ScriptFailure } from '../project.mjs';

/**
 * @template T
 * @param {number} seconds
 * @param {string} complaint said when the time is up
 * @param {AbortSignal} signal ends the wait with its reason
 * @param {(signal: AbortSignal) => Promise<T>} work gets a signal that aborts in both cases
 * @returns {Promise<T>}
 */
export async function within(seconds, complaint, signal, work) {
  const controller = new AbortController();
  const passOn = () => controller.abort(signal.reason);
  const timer = setTimeout(
    () => controller.abort(new ScriptFailure(`${complaint} (waited ${seconds} s)`)),
    seconds * 1_000,
  );
  signal.addEventListener('abort', passOn);
  if (signal.aborted) passOn();
  try {
    // Not left to the work alone: it might not heed its signal.
    return await Promise.race([work(controller.signal), rejection(controller.signal)]);
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', passOn);
    controller.abort(new Error('The wait is over.'));
  }
}

/** @param {AbortSignal} signal @returns {Promise<never>} */
function rejection(signal) {
  return new Promise((_, reject) => {
    const fail = () => reject(signal.reason);
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}
