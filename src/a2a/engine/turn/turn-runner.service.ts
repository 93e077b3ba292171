import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  type Claim,
  type NewTask,
  type NewTaskEvent,
  TASK_STORE,
  type TaskKey,
  type TaskRecord,
  type TaskStore,
} from '../../datastore/ports/index.js';
import { A2A_OPTIONS, type A2AOptions, limitsOf } from '../../options/a2a-options.js';
import type { SkillDefinition } from '../../skills/registry/skill-definition.js';
import { skillInput } from '../../skills/skill-input.js';
import { type ActiveTurn, ActiveTurns, TurnStopped } from '../active-turns.service.js';
import { type OutputWriter, writeResult } from './handler-result.js';
import { heeding } from './heeding.js';
import { OutputEvents, progressEvent } from './output-events.js';
import { ProgressThrottle } from './progress-throttle.js';
import { TurnContext } from './turn-context.js';
import { messagesOf, reportedBefore, type RunnableTurn, unstored } from './runnable-turn.js';
import { COMPLETED, failedUnexpectedly, outcomeOf, type TurnOutcome } from './turn-outcome.js';
import { ClaimSink, OpeningSink, type TurnSink } from './turn-sink.js';
import { TurnLost, TurnWriter, type Written } from './turn-writer.js';

/** The task of an inline turn is stored after this long, or when the turn ends if that is sooner. */
const INLINE_HOLD_MS = 100;

/** The end of a turn behind which another one waits: the task goes on with that. */
const HAND_OVER: NewTaskEvent = { statusUpdate: { status: { state: 'TASK_STATE_SUBMITTED' } } };

/** How an attempt went. */
export type Attempt =
  /** The turn is over; `next` tells whether another one waits. */
  | { readonly outcome: 'ended'; readonly nextTurn?: number }
  /** The handler failed in a way that nobody has foreseen, and attempts remain. */
  | { readonly outcome: 'retry' }
  /** Somebody else has ended the turn or taken it over. */
  | { readonly outcome: 'lost' }
  /** The process shuts down; the turn is free for another. */
  | { readonly outcome: 'handed-back' };

/** Runs one attempt at one turn, from its input to its last event. */
@Injectable()
export class TurnRunner {
  private readonly logger = new Logger(TurnRunner.name);
  private readonly leaseMs: number;

  constructor(
    @Inject(TASK_STORE) private readonly store: TaskStore,
    private readonly activeTurns: ActiveTurns,
    @Inject(A2A_OPTIONS) options: A2AOptions,
  ) {
    this.leaseMs = limitsOf(options).leaseMs;
  }

  /** Runs a claimed turn. Never throws for what a handler does. */
  async run(skill: SkillDefinition, claim: Claim): Promise<Attempt> {
    const { key } = claim.record;
    const active = this.activeTurns.enter(key);
    active.hold(claim.fence);
    const sink = new ClaimSink(this.store, key, claim.fence);
    const attempt = await this.attempt(skill, claim, sink, active);
    await this.giveBack(key, claim.fence, attempt);
    return attempt;
  }

  /**
   * Runs the first turn of an inline task before it is stored.
   *
   * @param immediate false: the task may be stored a little later, with its end if it ends by then
   * @returns `opened`, the task as first stored; `done`, how the attempt went
   */
  open(
    skill: SkillDefinition,
    task: NewTask,
    immediate: boolean,
  ): { opened: Promise<TaskRecord>; done: Promise<Attempt> } {
    const active = this.activeTurns.enter(task.key);
    const sink = new OpeningSink(this.store, task, this.leaseMs, ({ fence }) => active.hold(fence));
    const running = this.attempt(skill, unstored(task), sink, active, immediate ? 0 : INLINE_HOLD_MS);
    const done = running.then(async (attempt) => {
      sink.close();
      await this.giveBack(task.key, sink.fence, attempt);
      return attempt;
    });
    return { opened: sink.opened, done };
  }

  /** Frees the turn for its next attempt. A retry has a job of its own; recovery only looks after it. */
  private async giveBack(key: TaskKey, fence: number | undefined, { outcome }: Attempt): Promise<void> {
    if (fence !== undefined && (outcome === 'handed-back' || outcome === 'retry')) {
      const byHandler = outcome === 'retry';
      await this.store
        .release({ key, fence }, byHandler ? 2 * this.leaseMs : 0, byHandler)
        .catch((error: unknown) =>
          this.logger.warn(`Task ${key.taskId} is free again when its lease ends: ${String(error)}`),
        );
    }
  }

  private async attempt(
    skill: SkillDefinition,
    claim: RunnableTurn,
    sink: TurnSink,
    active: ActiveTurn,
    holdMs = 0,
  ): Promise<Attempt> {
    const { key, task } = claim.record;
    const outputs = new OutputEvents({ key, contextId: task.contextId, turn: claim.turn });
    const onLost = ({ cause }: TurnLost) => {
      if (cause !== undefined) {
        this.logger.warn(
          `Attempt ${claim.attempt} could not be written (${placeOf(skill, claim)}): ${text(cause)}`,
        );
      }
      active.stop('lease-lost');
    };
    const writer = new TurnWriter(sink, onLost, holdMs);
    const progress = new ProgressThrottle(
      (value) => writer.write(progressEvent(value)),
      reportedBefore(claim),
    );
    const finish = async ({ state, message }: TurnOutcome): Promise<Attempt> => {
      progress.flush();
      const status = { state, ...(message === undefined ? {} : { message: outputs.say(message) }) };
      return afterEnd(await writer.finish({ statusUpdate: { status } }, HAND_OVER));
    };
    try {
      if (claim.attempt > skill.attempts) {
        const failed = failedUnexpectedly();
        this.logger.error(
          `No attempt is left of ${skill.attempts} [${failed.correlationId}] (${placeOf(skill, claim)})`,
        );
        return await finish(failed);
      }
      if (task.status.state !== 'TASK_STATE_WORKING') {
        writer.write({ statusUpdate: { status: { state: 'TASK_STATE_WORKING' } } });
      }
      await heeding(active.signal, this.handle(skill, claim, sink, active, { outputs, writer, progress }));
      return await finish(COMPLETED);
    } catch (error) {
      return await this.afterError(error, skill, claim, active.signal, finish);
    } finally {
      progress.flush();
      writer.discard();
      active.leave();
    }
  }

  private async handle(
    skill: SkillDefinition,
    claim: RunnableTurn,
    sink: TurnSink,
    { signal }: ActiveTurn,
    parts: { outputs: OutputEvents; writer: TurnWriter; progress: ProgressThrottle },
  ): Promise<void> {
    const { outputs, writer, progress } = parts;
    const write: OutputWriter['write'] = (output, streamed) => {
      const event = outputs.of(output, streamed);
      if ('percent' in event) {
        progress.report(event);
      } else {
        writer.write(event);
      }
    };
    const output: OutputWriter = {
      write,
      room: () => writer.room(),
      get pendingEvents() {
        return writer.pendingEvents;
      },
      get pendingBytes() {
        return writer.pendingBytes;
      },
    };
    const publish = async (event: Parameters<typeof write>[0]) => {
      signal.throwIfAborted();
      write(event, true);
      await writer.room();
    };
    const context = new TurnContext(
      { claim, signal, sink, publish, progress: (value) => progress.report(value) },
      skill.id,
    );
    const input = await skillInput(skill.input, messagesOf(claim));
    await writeResult(await skill.invoke(input, context), output, signal);
  }

  private async afterError(
    error: unknown,
    skill: SkillDefinition,
    claim: RunnableTurn,
    signal: AbortSignal,
    finish: (outcome: TurnOutcome) => Promise<Attempt>,
  ): Promise<Attempt> {
    const stopped: unknown = signal.aborted ? signal.reason : undefined;
    if (stopped instanceof TurnStopped || error instanceof TurnLost) {
      return {
        outcome: stopped instanceof TurnStopped && stopped.reason === 'shutdown' ? 'handed-back' : 'lost',
      };
    }
    const place = placeOf(skill, claim);
    const foreseen = outcomeOf(error);
    if (!foreseen && claim.attempt < skill.attempts) {
      this.logger.warn(
        `Attempt ${claim.attempt} of ${skill.attempts} failed; it is retried (${place}): ${text(error)}`,
      );
      return { outcome: 'retry' };
    }
    const failed = failedUnexpectedly();
    if (!foreseen) {
      this.logger.error(
        `Attempt ${claim.attempt} failed [${failed.correlationId}] (${place}): ${text(error)}`,
      );
    }
    try {
      return await finish(foreseen ?? failed);
    } catch (lost) {
      this.logger.warn(`The end could not be written (${place}): ${String(lost)}`);
      return { outcome: 'lost' };
    }
  }
}

function afterEnd({ turn, turnsEnded }: Written): Attempt {
  return turn > turnsEnded ? { outcome: 'ended', nextTurn: turnsEnded + 1 } : { outcome: 'ended' };
}

function placeOf(skill: SkillDefinition, { record, turn }: RunnableTurn): string {
  return `skill ${skill.id}, task ${record.key.taskId}, turn ${turn}`;
}

function text(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
