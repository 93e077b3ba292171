import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import { EngineShutdown } from '../engine/shutdown.service.js';
import { StreamDrain } from '../net/stream-drain.js';
import { A2A_OPTIONS, type A2AOptions } from '../options/a2a-options.js';
import { limitsOf } from '../options/limits.js';
import { Readiness } from './health/readiness.service.js';

/**
 * The order in which a process ends: not ready, no new turns, streams end after a whole event; the turns that
 * run get their grace period, then they are handed back; requests end; the datastore closes last.
 *
 * {@link serve} begins it at the signal and waits for the turns before anything else of the application ends;
 * an application that is closed in another way gets there by Nest's hooks.
 */
@Injectable()
export class ShutdownSequence implements OnModuleDestroy, BeforeApplicationShutdown, OnApplicationShutdown {
  /** How long running turns may go on, in milliseconds. */
  readonly graceMs: number;
  private turns?: Promise<void>;

  constructor(
    private readonly readiness: Readiness,
    private readonly engine: EngineShutdown,
    private readonly streams: StreamDrain,
    @Inject(A2A_OPTIONS) options: A2AOptions,
  ) {
    this.graceMs = limitsOf(options).shutdownGraceMs;
  }

  /** Begins to end. @returns when no turn runs here any more; those that took too long are handed back */
  begin(): Promise<void> {
    if (!this.turns) {
      this.readiness.end();
      this.turns = this.engine.endTurns(this.graceMs);
      this.streams.drain();
    }
    return this.turns;
  }

  onModuleDestroy(): void {
    void this.begin();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.begin();
  }

  onApplicationShutdown(): Promise<void> {
    return this.engine.close();
  }
}
