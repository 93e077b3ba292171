import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { backoffMs } from './backoff.js';
import { DatastoreUnavailable } from '../datastore-error.js';
import { DeferredStarts, type Start } from './deferred-starts.js';
import { DATASTORE, type Datastore } from '../ports/index.js';

/** The boot waits this long for the first try to open the datastore, and then goes on without it. */
const FIRST_TRY_MS = 5_000;
/** When the datastore turns out to be unusable later, its connections have this long to end. */
const FAREWELL_MS = 2_000;

/**
 * Opens the datastore, and starts what needs it. A server that is away keeps no process from starting: it is
 * tried again until it is there. One that can not be used as configured ends the process with 1.
 */
@Injectable()
export class DatastoreLifecycle implements OnModuleInit {
  private readonly logger = new Logger('Datastore');
  private readonly starts = new DeferredStarts((error) => void this.fail(error));
  private readonly ending = new AbortController();
  private opened = false;
  private told?: string;

  constructor(@Inject(DATASTORE) private readonly datastore: Datastore) {}

  /** Whether the datastore has been opened; it may be away again since. */
  get isOpen(): boolean {
    return this.opened;
  }

  /** Whether a try to open it has failed, and none has succeeded. */
  get hasFailed(): boolean {
    return !this.opened && this.told !== undefined;
  }

  /** Whether the process is on its way out. */
  get isEnding(): boolean {
    return this.ending.signal.aborted;
  }

  /**
   * Tries once before the process serves anything, so that a process that can work does so from its first moment.
   *
   * @throws whatever no further try can mend
   */
  async onModuleInit(): Promise<void> {
    const first = this.attempt();
    // Nobody but this process can start a server of its own, so there is nothing to go on with before it runs.
    await (this.datastore.exclusive ? first : settledOrLate(first, FIRST_TRY_MS));
    void this.goOn(first);
  }

  /**
   * Runs `start` now if the datastore is open, else as soon as it is, after all that was asked for before. When
   * it throws it is run again later, unless it throws a DatastoreError that no further try can mend: that stops
   * the boot, and ends the process with 1 if the boot is over.
   *
   * @returns when it has been tried, or at once while the datastore is not open
   * @throws DatastoreError of `start`, when no further try can mend it
   */
  whenOpen(start: Start): Promise<void> {
    return this.starts.add(start);
  }

  /**
   * Starts nothing any more, and gives up a datastore that is not open yet.
   *
   * @returns when the start that runs is over
   */
  async end(): Promise<void> {
    this.ending.abort();
    await Promise.all([this.starts.end(), this.opened ? undefined : this.datastore.close()]);
  }

  /** Closes the datastore, in whatever state it is. */
  async close(): Promise<void> {
    this.ending.abort();
    await this.datastore.close();
  }

  private async goOn(first: Promise<boolean>): Promise<void> {
    const { signal } = this.ending;
    try {
      for (let failures = 0, isOpen = await first; !isOpen && !signal.aborted; failures += 1) {
        await pause(backoffMs(failures), undefined, { signal }).catch(() => undefined);
        isOpen = signal.aborted || (await this.attempt());
      }
    } catch (error) {
      await this.fail(error);
    }
  }

  /** @returns whether the datastore is open now */
  private async attempt(): Promise<boolean> {
    try {
      await this.datastore.open();
    } catch (error) {
      if (this.ending.signal.aborted) {
        return false;
      }
      if (!(error instanceof DatastoreUnavailable)) {
        throw error;
      }
      this.tell(error.message);
      return false;
    }
    if (this.ending.signal.aborted) {
      return false;
    }
    if (this.told !== undefined) {
      this.logger.log('The datastore is there now.');
    }
    this.opened = true;
    this.starts.begin();
    return true;
  }

  /** One line for each change, not for each try. */
  private tell(message: string): void {
    if (message !== this.told) {
      this.logger.warn(`${message} The agent is not ready until then; it tries again by itself.`);
    }
    this.told = message;
  }

  private async fail(fault: unknown): Promise<void> {
    // What a start says of a datastore that is being closed is no news.
    if (this.isEnding) {
      return;
    }
    this.logger.fatal(`The agent ends: ${fault instanceof Error ? fault.message : String(fault)}`);
    const closed = this.close().catch(() => undefined);
    await settledOrLate(closed, FAREWELL_MS);
    process.exit(1);
  }
}

/** Waits for the promise, but no longer than this. @throws what the promise rejects with in time */
async function settledOrLate(promise: Promise<unknown>, ms: number): Promise<void> {
  const late = new AbortController();
  const timer = pause(ms, undefined, { signal: late.signal }).catch(() => undefined);
  try {
    await Promise.race([promise, timer]);
  } finally {
    late.abort();
  }
}
