import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DATASTORE, type Datastore } from '../ports/index.js';
import { DatastoreLifecycle } from './datastore-lifecycle.service.js';
import { isOutage } from './outage.js';

/** `starting`: not opened yet, and nothing is known to be wrong. */
export type DatastoreCondition = 'ok' | 'starting' | 'unreachable';

const PING_EVERY_MS = 2_000;
/** An answer that takes longer counts as none. */
const PING_TIMEOUT_MS = 2_000;

/** Knows whether the datastore answers, from asking it now and then. Who wants to know causes no I/O. */
@Injectable()
export class DatastoreHealth implements OnModuleInit {
  private readonly logger = new Logger('Datastore');
  private answers = true;
  private pinging?: Promise<void>;
  private checking?: Promise<void>;

  constructor(
    @Inject(DATASTORE) private readonly datastore: Datastore,
    private readonly lifecycle: DatastoreLifecycle,
  ) {}

  /** As of the last time it was asked, which is some seconds ago at most. */
  get condition(): DatastoreCondition {
    if (!this.lifecycle.isOpen) {
      return this.lifecycle.hasFailed ? 'unreachable' : 'starting';
    }
    return this.answers ? 'ok' : 'unreachable';
  }

  /** Begins to ask once the datastore is open. */
  onModuleInit(): void {
    const timer = setInterval(() => {
      if (this.lifecycle.isEnding) {
        clearInterval(timer);
      } else {
        void this.check();
      }
    }, PING_EVERY_MS).unref();
  }

  /** Whether an error that came up in a request is the datastore's absence, and not a fault. */
  explains(error: unknown): boolean {
    return this.condition !== 'ok' || isOutage(error);
  }

  /** Asks now; those who ask at the same time share one answer. Never throws. */
  async check(): Promise<void> {
    if (this.lifecycle.isOpen && !this.lifecycle.isEnding) {
      this.checking ??= this.ask().finally(() => (this.checking = undefined));
      await this.checking;
    }
  }

  private async ask(): Promise<void> {
    // One lost answer may be a connection that had died unnoticed; the next goes over a new one.
    const answers = (await this.ping()) || (await this.ping());
    if (answers !== this.answers && !this.lifecycle.isEnding) {
      this.answers = answers;
      if (answers) {
        this.logger.log('The datastore answers again.');
      } else {
        this.logger.warn('The datastore does not answer; the agent is not ready until it does.');
      }
    }
  }

  /** A ping that goes on after its time is waited for once more rather than joined by another. */
  private async ping(): Promise<boolean> {
    this.pinging ??= this.datastore.ping().finally(() => (this.pinging = undefined));
    const late = new AbortController();
    const answer = this.pinging.then(
      () => true,
      () => false,
    );
    const timer = pause(PING_TIMEOUT_MS, false, { signal: late.signal }).catch(() => false);
    const answers = await Promise.race([answer, timer]);
    late.abort();
    return answers;
  }
}
