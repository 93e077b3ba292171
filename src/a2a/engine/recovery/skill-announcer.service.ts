import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { DATASTORE, type Datastore } from '../../datastore/ports/index.js';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import { limitsOf } from '../../options/limits.js';
import { SkillRegistry } from '../../skills/registry/skill-registry.js';

const ANNOUNCE_MS = 60_000;

/** Says which skills this process has, so that others do not take their tasks for orphans. */
@Injectable()
export class SkillAnnouncer implements OnModuleDestroy {
  private readonly logger = new Logger(SkillAnnouncer.name);
  private readonly everyMs: number;
  private timer?: NodeJS.Timeout;

  constructor(
    @Inject(DATASTORE) private readonly datastore: Datastore,
    private readonly registry: SkillRegistry,
    @Inject(A2A_OPTIONS) options: A2AOptions,
  ) {
    this.everyMs = Math.min(ANNOUNCE_MS, Math.ceil(limitsOf(options).orphanedAfterMs / 4));
  }

  /** @throws what the store throws: nobody should queue a task for a skill that others may take for gone */
  async start(): Promise<void> {
    await this.announce();
    this.timer ??= setInterval(() => void this.announceAgain(), this.everyMs).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private announce(): Promise<void> {
    return this.datastore.skillPresence.announce(this.registry.all.map(({ id }) => id));
  }

  private async announceAgain(): Promise<void> {
    try {
      await this.announce();
    } catch (error) {
      this.logger.warn(`The skills could not be announced; it is tried again: ${String(error)}`);
    }
  }
}
