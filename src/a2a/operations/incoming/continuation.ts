import { Inject, Injectable } from '@nestjs/common';
import {
  type Appended,
  type Delivery,
  TASK_STORE,
  type NewTaskEvent,
  type TaskRecord,
  type TaskStore,
} from '../../datastore/ports/index.js';
import { Dispatcher } from '../../engine/queues/dispatcher.service.js';
import type { Principal } from '../../identity/principal.js';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import { type Limits, limitsOf } from '../../options/limits.js';
import {
  A2AError,
  INTERRUPTED_STATES,
  InvalidParamsError,
  isTerminal,
  type Message,
  RetryLaterError,
  type SendMessageRequest,
  SKILL_MEMBER,
  type TaskState,
} from '../../protocol/index.js';
import { SkillRules } from '../../security/requirements/skill-rules.service.js';
import type { SkillDefinition } from '../../skills/registry/skill-definition.js';
import { SkillRegistry } from '../../skills/registry/skill-registry.js';
import { SkillOffer } from '../../skills/skill-offer.service.js';
import { SkillRouter } from '../../skills/skill-router.js';
import { requireModes } from './modes.js';
import { keyOf, TaskAccess } from '../task/task-access.js';
import type { Accepted } from './accepted.js';
import { RepeatedMessage } from './repeated-message.js';
import { skillQuestion } from './skill-question.js';

/** What a caller should wait before it tries again. */
const RETRY_AFTER_MS = 5_000;

/** How often a message is offered again to a task whose state changes under it. */
const OFFERS = 10;

/** Takes in a message to a task that exists: it becomes the task's next turn (section 3.4). */
@Injectable()
export class Continuation {
  private readonly limits: Limits;

  constructor(
    private readonly access: TaskAccess,
    @Inject(TASK_STORE) private readonly store: TaskStore,
    private readonly registry: SkillRegistry,
    private readonly offer: SkillOffer,
    private readonly router: SkillRouter,
    private readonly dispatcher: Dispatcher,
    private readonly repeated: RepeatedMessage,
    private readonly skillRules: SkillRules,
    @Inject(A2A_OPTIONS) private readonly options: A2AOptions,
  ) {
    this.limits = limitsOf(options);
  }

  /**
   * @returns the task with the message in it, and the number of the turn that the message opened
   * @param delivery set when the message must not open a second turn
   * @throws A2AError TASK_NOT_FOUND, UNSUPPORTED_OPERATION for a task at its end; InvalidParamsError for a
   *   context or a skill that is not the task's; AuthenticationException for a skill that asks for more than the
   *   caller has; RetryLaterError when too many messages wait in the task
   */
  async accept(
    principal: Principal,
    { message, configuration }: SendMessageRequest,
    delivery: Delivery | undefined,
  ): Promise<Accepted> {
    const key = keyOf(principal, message.taskId ?? '');
    const { acceptedOutputModes } = configuration ?? {};
    for (let offer = 0; offer < OFFERS; offer += 1) {
      const record = await this.access.loadByKey(key, { artifacts: true });
      const { state } = record.task.status;
      if (isTerminal(state)) {
        return this.afterEnd(principal, delivery, key.taskId, state);
      }
      checkContext(record, message);
      if (record.turn >= this.limits.maxTurns) {
        throw tooLong(key.taskId, record.turn);
      }
      const { skill, candidates = [] } = this.skillFor(principal, record, message);
      if (skill) {
        this.skillRules.require(skill, principal);
        requireModes(skill, message, acceptedOutputModes, this.options.agent);
      }
      const ids = { contextId: record.task.contextId, taskId: key.taskId };
      const { maxWaitingTurns } = this.limits;
      const guard = { expect: [state], idle: !skill, maxWaitingTurns, skillId: skill?.id, delivery };
      const answer = skill ? eventsAfter(state) : [skillQuestion(candidates, ids)];
      const result = await this.store.append(key, guard, [
        { message: { ...message, ...ids }, acceptedOutputModes, principal },
        ...answer,
      ]);
      if (result.outcome === 'appended') {
        if (skill && result.turn === result.turnsEnded + 1) {
          await this.dispatcher.dispatch(skill, { key, turn: result.turn });
        }
        return { record: await this.access.loadByKey(key, { artifacts: true }), turn: result.turn };
      }
      const refused = await this.refused(result, key.taskId);
      if (refused) {
        return refused;
      }
    }
    throw new RetryLaterError(
      'UNAVAILABLE',
      'The task changes too fast to take a message. Try again.',
      RETRY_AFTER_MS,
      { taskId: key.taskId },
    );
  }

  /** @returns what an earlier delivery of the message has led to; undefined when it should be offered again */
  private async refused(result: Appended, taskId: string): Promise<Accepted | undefined> {
    if (result.outcome === 'ended') {
      throw ended(taskId, result.state);
    }
    if (result.outcome === 'full') {
      throw new RetryLaterError(
        'RESOURCE_EXHAUSTED',
        'Too many messages wait in this task already. Try again when it has answered some of them.',
        RETRY_AFTER_MS,
        { taskId },
      );
    }
    return result.outcome === 'delivered' ? this.repeated.accepted(result.delivered) : undefined;
  }

  /** The message may be one that the task has answered before it ended. */
  private async afterEnd(
    principal: Principal,
    delivery: Delivery | undefined,
    taskId: string,
    state: string,
  ): Promise<Accepted> {
    const before = delivery && (await this.repeated.find(principal, delivery));
    if (!before) {
      throw ended(taskId, state);
    }
    return before;
  }

  /**
   * @returns the skill; or the candidates for it, when the task has asked which one is meant and the answer does not
   *   say it either
   * @throws InvalidParamsError for a message that names another skill than the task's, or none where it must
   */
  private skillFor(
    principal: Principal,
    { skillId, turn, turnsEnded }: TaskRecord,
    message: Message,
  ): { skill?: SkillDefinition; candidates?: readonly SkillDefinition[] } {
    const known = this.registry.get(skillId);
    const named = message.metadata?.[SKILL_MEMBER];
    if (known && typeof named === 'string' && named !== skillId) {
      throw wrongSkill(
        `is not the skill of this task, which is ${skillId}; leave it out, or send a new message`,
      );
    }
    if (known) {
      return { skill: known };
    }
    const route = this.router.route(message, principal);
    if ('skill' in route && route.skill.reply === 'task') {
      return route;
    }
    if ('candidates' in route && skillId === '' && turn === turnsEnded) {
      return route;
    }
    const ids = this.offer
      .to(principal)
      .map(({ id }) => id)
      .join(', ');
    throw wrongSkill(`must name the skill for this task: ${ids}`);
  }
}

/** What follows a message. */
function eventsAfter(state: TaskState): NewTaskEvent[] {
  // The question has been answered; until a worker begins, the task waits for one and not for its caller.
  return INTERRUPTED_STATES.has(state)
    ? [{ statusUpdate: { status: { state: 'TASK_STATE_SUBMITTED' } } }]
    : [];
}

function wrongSkill(description: string): InvalidParamsError {
  return new InvalidParamsError([{ field: `message.metadata.${SKILL_MEMBER}`, description }]);
}

function checkContext({ task }: TaskRecord, { contextId }: Message): void {
  if (contextId !== undefined && contextId !== task.contextId) {
    throw new InvalidParamsError([
      {
        field: 'message.contextId',
        description: 'is not the context of this task; leave it out or repeat the task’s',
      },
    ]);
  }
}

function ended(taskId: string, state: string): A2AError {
  return new A2AError(
    'UNSUPPORTED_OPERATION',
    `The task has ended (${state}) and takes no more messages. Send a new message in the same context.`,
    { taskId, state },
  );
}

function tooLong(taskId: string, messages: number): A2AError {
  return new A2AError(
    'UNSUPPORTED_OPERATION',
    `The task has taken ${messages} messages and takes no more. Send a new message in the same context.`,
    { taskId },
  );
}
