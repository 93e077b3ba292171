import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  type Claim,
  type Created,
  type Delivery,
  type NewTask,
  type NewTaskEvent,
  TASK_CONTENTS,
  TASK_STORE,
  type TaskContents,
  type TaskKey,
  type TaskStore,
} from '../../datastore/ports/index.js';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import { type ArtifactBounds, artifactBoundsOf } from '../../options/artifact-options.js';
import { type Limits, limitsOf } from '../../options/limits.js';
import { SkillRules } from '../../security/requirements/skill-rules.service.js';
import type { SkillDefinition } from '../../skills/registry/skill-definition.js';
import { skillInput } from '../../skills/skill-input.js';
import { type ActiveTurn, ActiveTurns, isOwnEnd, TurnStopped } from '../active-turns.service.js';
import { afterEnd, type Attempt, placeOf, textOf, type TurnTies, withTimeout } from './attempt.js';
import { ArtifactContents } from './output/contents/artifact-contents.js';
import { writeResult } from './output/handler-result.js';
import { heeding } from './heeding.js';
import { OutputEvents, progressEvent } from './output/output-events.js';
import { ProgressThrottle } from './output/progress-throttle.js';
import { TurnOutput } from './output/turn-output.js';
import { TurnContext } from './turn-context.js';
import { messagesOf, reportedBefore, type RunnableTurn, unstored } from './runnable-turn.js';
import {
  COMPLETED,
  failedUnexpectedly,
  notPermitted,
  outcomeOf,
  timedOut,
  type TurnOutcome,
} from './turn-outcome.js';
import { OpeningSink } from './writing/opening-sink.js';
import { Persistence } from './writing/persistence.js';
import { ClaimSink, type TurnSink } from './writing/turn-sink.js';
import { TurnLost, TurnStalled } from './writing/turn-lost.js';
import { TurnWriter } from './writing/turn-writer.js';

/** The task of an inline turn is stored after this long, or when the turn ends if that is sooner. */
const INLINE_HOLD_MS = 100;

/** The end of a turn behind which another one waits: the task goes on with that. */
const HAND_OVER: NewTaskEvent = { statusUpdate: { status: { state: 'TASK_STATE_SUBMITTED' } } };

/** Runs one attempt at one turn, from its input to its last event. */
@Injectable()
export class TurnRunner {
  private readonly logger = new Logger(TurnRunner.name);
  private readonly limits: Limits;
  private readonly bounds: ArtifactBounds;

  constructor(
    @Inject(TASK_STORE) private readonly store: TaskStore,
    @Inject(TASK_CONTENTS) private readonly contents: TaskContents,
    private readonly activeTurns: ActiveTurns,
    private readonly skillRules: SkillRules,
    @Inject(A2A_OPTIONS) options: A2AOptions,
  ) {
    this.limits = limitsOf(options);
    this.bounds = artifactBoundsOf(options);
  }

  /** Runs a claimed turn. Never throws for what a handler does. */
  async run(skill: SkillDefinition, claim: Claim): Promise<Attempt> {
    const { key } = claim.record;
    const active = this.activeTurns.enter(key);
    active.hold(claim.fence);
    const persistence = new Persistence(placeOf(skill, claim), active.ended);
    const sink = new ClaimSink(this.store, key, claim.fence, persistence);
    const attempt = await this.attempt(skill, claim, { sink, active, persistence });
    await this.giveBack(key, claim.fence, attempt);
    return attempt;
  }

  /**
   * Runs the first turn of an inline task before it is stored.
   *
   * @param immediate false: the task may be stored a little later, with its end if it ends by then
   * @param delivery set when the message must not open a second task
   * @returns `opened`, what became of the task when it was stored; `done`, how the attempt went
   */
  open(
    skill: SkillDefinition,
    task: NewTask,
    { immediate, delivery }: { immediate: boolean; delivery?: Delivery },
  ): { opened: Promise<Created>; done: Promise<Attempt> } {
    const turn = unstored(task);
    const active = this.activeTurns.enter(task.key);
    const persistence = new Persistence(placeOf(skill, turn), active.ended);
    const opening = { task, delivery, leaseMs: this.limits.leaseMs };
    const sink = new OpeningSink(this.store, opening, persistence, ({ fence }) => active.hold(fence));
    const running = this.attempt(skill, turn, { sink, active, persistence }, immediate ? 0 : INLINE_HOLD_MS);
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
        .release({ key, fence }, byHandler ? 2 * this.limits.leaseMs : 0, byHandler)
        .catch((error: unknown) =>
          this.logger.warn(`Task ${key.taskId} is free again when its lease ends: ${String(error)}`),
        );
    }
  }

  private async attempt(
    skill: SkillDefinition,
    claim: RunnableTurn,
    { sink, active, persistence }: TurnTies,
    holdMs = 0,
  ): Promise<Attempt> {
    const { key, task } = claim.record;
    const remarks = this.limits.maxHistory - (task.history?.length ?? 0);
    const outputs = new OutputEvents({ key, contextId: task.contextId, turn: claim.turn, remarks });
    const onLost = ({ cause }: TurnLost) => {
      if (cause !== undefined) {
        this.logger.warn(
          `Attempt ${claim.attempt} could not be written (${placeOf(skill, claim)}): ${textOf(cause)}`,
        );
      }
      active.stop('lease-lost');
    };
    const writer = new TurnWriter(sink, onLost, holdMs);
    const progress = new ProgressThrottle(
      (value) => writer.write(progressEvent(value)),
      reportedBefore(claim),
    );
    const contents = new ArtifactContents({
      contents: this.contents,
      bounds: this.bounds,
      key,
      tenant: claim.principal.tenant,
      signal: active.signal,
      flush: () => writer.flush(),
    });
    const output = new TurnOutput({ outputs, contents, writer, progress, persistence }, active);
    const finish = async ({ state, message }: TurnOutcome): Promise<Attempt> => {
      progress.flush();
      const status = { state, ...(message === undefined ? {} : { message: outputs.say(message) }) };
      return afterEnd(await writer.finish({ statusUpdate: { status } }, HAND_OVER));
    };
    try {
      const withheld = notPermitted(this.skillRules.judge(skill, claim.principal));
      if (withheld) {
        return await finish(withheld);
      }
      if (claim.runningMs >= skill.timeoutMs) {
        return await finish(timedOut(skill.timeoutMs));
      }
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
      await withTimeout(skill.timeoutMs - claim.runningMs, active, () =>
        heeding(active.signal, this.handle(skill, claim, sink, active, { output, progress })),
      );
      return await finish(COMPLETED);
    } catch (error) {
      return await this.afterError(output.failure ?? error, skill, claim, active.signal, finish);
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
    active: ActiveTurn,
    { output, progress }: { output: TurnOutput; progress: ProgressThrottle },
  ): Promise<void> {
    const { signal } = active;
    const context = new TurnContext(
      {
        claim,
        signal,
        sink,
        publish: (value) => output.publish(value),
        progress: (value) => progress.report(value),
      },
      skill.id,
    );
    try {
      const input = await skillInput(skill.input, messagesOf(claim));
      await writeResult(await skill.invoke(input, context), output, signal);
    } catch (error) {
      if (output.isStoring && outcomeOf(error) === undefined) {
        // Nobody needs what an attempt that has failed still has to give.
        active.stop('failed');
      }
      throw error;
    } finally {
      await output.settled();
    }
  }

  private async afterError(
    error: unknown,
    skill: SkillDefinition,
    claim: RunnableTurn,
    signal: AbortSignal,
    finish: (outcome: TurnOutcome) => Promise<Attempt>,
  ): Promise<Attempt> {
    const stopped = signal.reason instanceof TurnStopped ? signal.reason.reason : undefined;
    if (error instanceof TurnLost || (stopped !== undefined && !isOwnEnd(stopped))) {
      const free = stopped === 'shutdown' || error instanceof TurnStalled;
      return { outcome: free ? 'handed-back' : 'lost' };
    }
    const place = placeOf(skill, claim);
    const foreseen = stopped === 'timeout' ? timedOut(skill.timeoutMs) : outcomeOf(error);
    if (!foreseen && claim.attempt < skill.attempts) {
      this.logger.warn(
        `Attempt ${claim.attempt} of ${skill.attempts} failed; it is retried (${place}): ${textOf(error)}`,
      );
      return { outcome: 'retry' };
    }
    const failed = failedUnexpectedly();
    if (!foreseen) {
      this.logger.error(
        `Attempt ${claim.attempt} failed [${failed.correlationId}] (${place}): ${textOf(error)}`,
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
