import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { backoffMs } from './backoff.js';
import { DatastoreError, DatastoreUnavailable } from '../datastore-error.js';

/** What is to be done once the datastore is open; done again when it throws. */
export type Start = () => unknown;

interface Waiting {
  readonly start: Start;
  /** Lets go of who waits for it, with an error that stops the boot or without; false: nobody waits. */
  release: (error?: Error) => boolean;
}

/** Starts what needs an open datastore: one after the other, in the order in which it was asked for. */
export class DeferredStarts {
  private readonly logger = new Logger('Datastore');
  private readonly waiting: Waiting[] = [];
  private readonly ended = new AbortController();
  private isOpen = false;
  private isRunning = false;
  /** Whether the next one has failed and is to be tried again. */
  private isRetrying = false;
  private running = Promise.resolve();

  /** @param fail takes an error that no further try can mend, when nobody waits for the start that threw it */
  constructor(private readonly fail: (error: Error) => void) {}

  /**
   * @returns when the start has been tried; at once while the datastore is not open, or away again
   * @throws DatastoreError of the start, when no further try can mend it
   */
  async add(start: Start): Promise<void> {
    if (!this.isOpen || this.isRetrying) {
      this.waiting.push({ start, release: () => false });
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const release = (error?: Error): true => {
        if (error) reject(error);
        else resolve();
        entry.release = () => false;
        return true;
      };
      const entry: Waiting = { start, release };
      this.waiting.push(entry);
      this.go();
    });
  }

  /** The datastore is open: starts what waits. */
  begin(): void {
    this.isOpen = true;
    this.go();
  }

  /** Starts nothing any more. @returns when the start that runs is over */
  async end(): Promise<void> {
    this.ended.abort();
    await this.running;
  }

  private go(): void {
    if (!this.isRunning) {
      this.running = this.run();
    }
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    let failures = 0;
    for (let next = this.waiting[0]; next && !this.ended.signal.aborted; next = this.waiting[0]) {
      try {
        await next.start();
        this.waiting.shift();
        next.release();
        failures = 0;
        this.isRetrying = false;
      } catch (error) {
        if (error instanceof DatastoreError && !(error instanceof DatastoreUnavailable)) {
          this.waiting.shift();
          if (!next.release(error)) {
            this.fail(error);
          }
          break;
        }
        this.logger.warn(`What needs the datastore has not started yet; trying again: ${String(error)}`);
        this.isRetrying = true;
        await this.later(failures);
        failures += 1;
      }
    }
    this.releaseAll();
    this.isRunning = false;
  }

  /** Nobody is to wait for an outage. */
  private async later(failures: number): Promise<void> {
    this.releaseAll();
    await pause(backoffMs(failures), undefined, { signal: this.ended.signal }).catch(() => undefined);
  }

  private releaseAll(): void {
    for (const { release } of this.waiting) {
      release();
    }
  }
}
