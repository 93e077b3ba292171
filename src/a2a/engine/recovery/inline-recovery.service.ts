import { Injectable } from '@nestjs/common';
import type { SkillDefinition } from '../../skills/registry/skill-definition.js';
import { Dispatcher } from '../queues/dispatcher.service.js';
import type { TurnJob } from '../queues/job.js';

/** Turns that run at the same time: they come all at once, and share the process with those that callers wait for. */
const AT_ONCE = 32;
/** Turns that wait for their place here; more are found again by a later sweep. */
const MAX_WAITING = 1_000;

/** Runs inline turns that a process has left behind, some at a time. */
@Injectable()
export class InlineRecovery {
  /** By task and turn: a sweep may find one again while it waits. */
  private readonly taken = new Set<string>();
  private readonly waiting: (() => Promise<void>)[] = [];
  private running = 0;

  constructor(private readonly dispatcher: Dispatcher) {}

  /** Has the turn run when it is its turn; one that is here already, or one too many, changes nothing. */
  take(skill: SkillDefinition, job: TurnJob): void {
    const id = JSON.stringify([job.key.owner, job.key.taskId, job.turn]);
    if (this.taken.has(id) || this.waiting.length >= MAX_WAITING) {
      return;
    }
    this.taken.add(id);
    this.waiting.push(() => this.dispatcher.runHere(skill, job).finally(() => this.taken.delete(id)));
    this.next();
  }

  /** Begins none of those that wait any more. */
  close(): void {
    this.waiting.length = 0;
  }

  private next(): void {
    const run = this.running < AT_ONCE ? this.waiting.shift() : undefined;
    if (run) {
      this.running += 1;
      void run().finally(() => {
        this.running -= 1;
        this.next();
      });
    }
  }
}
