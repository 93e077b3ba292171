import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { DatastoreLifecycle } from '../datastore/lifecycle/datastore-lifecycle.service.js';
import { ActiveTurns } from './active-turns.service.js';
import { Dispatcher } from './queues/dispatcher.service.js';
import { Recovery } from './recovery/recovery.service.js';
import { Workers } from './queues/workers.service.js';

/** After the grace period handlers may heed their signal, and turns are handed back, within this time. */
const HAND_BACK_MS = 1_300;
/** When no turn runs, whatever else works with the datastore has this long. */
const IDLE_MS = 1_500;
const CLOSE_MS = 2_000;
const CHECK_MS = 20;

/**
 * How the engine ends. Turns that run get a grace period, then they are told to stop and are handed back. A
 * datastore that does not answer must not keep the process; what is left open, recovery finds.
 */
@Injectable()
export class EngineShutdown {
  private readonly logger = new Logger(EngineShutdown.name);

  constructor(
    private readonly activeTurns: ActiveTurns,
    private readonly workers: Workers,
    private readonly recovery: Recovery,
    private readonly dispatcher: Dispatcher,
    private readonly lifecycle: DatastoreLifecycle,
  ) {}

  /**
   * Takes no new turns from now on, and ends those that run.
   *
   * @param graceMs how long they may go on
   * @returns when none runs any more
   */
  async endTurns(graceMs: number): Promise<void> {
    const beganAt = performance.now();
    const grace = setTimeout(() => this.activeTurns.stopAll('shutdown'), graceMs);
    let areClosed = false;
    const closing = this.closeConsumers().finally(() => (areClosed = true));
    closing.catch((error: unknown) => this.logger.warn(`Workers did not end well: ${String(error)}`));
    while (!(areClosed && this.activeTurns.isIdle)) {
      const ms = performance.now() - beganAt;
      if (ms > graceMs + HAND_BACK_MS || (ms > IDLE_MS && this.activeTurns.isIdle)) {
        this.logger.warn('Not all turns could be handed back; recovery takes them up.');
        break;
      }
      await pause(CHECK_MS);
    }
    clearTimeout(grace);
    // From here on every turn that begins is one too many.
    this.activeTurns.stopAll('shutdown');
  }

  /** Ends the producers, then the datastore. */
  async close(): Promise<void> {
    const late = new AbortController();
    const closing = async (): Promise<void> => {
      await this.dispatcher.close();
      await this.lifecycle.close();
    };
    const deadline = pause(CLOSE_MS, undefined, { signal: late.signal }).then(
      () => this.logger.warn('The connections to the datastore could not be closed; ending without.'),
      () => undefined,
    );
    await Promise.race([closing(), deadline]).finally(() => late.abort());
  }

  /** Twice for what was being started at that moment. */
  private async closeConsumers(): Promise<void> {
    const close = () => Promise.all([this.recovery.close(), this.workers.close()]);
    await Promise.all([close(), this.lifecycle.end().then(close)]);
  }
}
