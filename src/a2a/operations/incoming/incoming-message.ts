import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  type Created,
  type Delivery,
  type NewTask,
  TASK_STORE,
  type TaskStore,
} from '../../datastore/ports/index.js';
import { Dispatcher } from '../../engine/queues/dispatcher.service.js';
import { LoadLimits } from '../../engine/queues/load-limits.service.js';
import { TurnRunner } from '../../engine/turn/turn-runner.service.js';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import { type Limits, limitsOf } from '../../options/limits.js';
import {
  A2AError,
  InvalidParamsError,
  RetryLaterError,
  type SendMessageRequest,
} from '../../protocol/index.js';
import { SkillRules } from '../../security/requirements/skill-rules.service.js';
import type { SkillDefinition } from '../../skills/registry/skill-definition.js';
import { SkillRouter } from '../../skills/skill-router.js';
import { newTaskId } from '../../tasks/task-id.js';
import type { Caller } from '../caller.js';
import { requireForeignUrls } from '../contents/reserved-urls.js';
import type { Accepted } from './accepted.js';
import { AnsweredMessage } from './answered-message.js';
import { Continuation } from './continuation.js';
import { requireModes } from './modes.js';
import { References } from './references.service.js';
import { requireWithin } from './request-limits.js';
import { keyOf } from '../task/task-access.js';
import { RepeatedMessage } from './repeated-message.js';
import { skillQuestion } from './skill-question.js';

/** When another version of this agent answers the message with a message: how long that may take. */
const ANSWER_MS = 1_000;

/** Takes a message in: finds its skill, stores it as a task or a turn of one, and sets the work going. */
@Injectable()
export class IncomingMessage {
  private readonly limits: Limits;

  constructor(
    @Inject(TASK_STORE) private readonly store: TaskStore,
    private readonly router: SkillRouter,
    private readonly dispatcher: Dispatcher,
    private readonly runner: TurnRunner,
    private readonly continuation: Continuation,
    private readonly answered: AnsweredMessage,
    private readonly repeated: RepeatedMessage,
    private readonly references: References,
    private readonly loadLimits: LoadLimits,
    private readonly skillRules: SkillRules,
    @Inject(A2A_OPTIONS) private readonly options: A2AOptions,
  ) {
    this.limits = limitsOf(options);
  }

  /**
   * @param immediate whether the caller wants the task at once rather than its outcome
   * @throws A2AError, InvalidParamsError as SendMessage does (section 3.1.1), AuthenticationException
   *   for a skill that asks for more than the caller has, RetryLaterError when too much
   *   waits already; nothing is stored then
   */
  async accept(caller: Caller, request: SendMessageRequest, immediate: boolean): Promise<Accepted> {
    const { principal } = caller;
    const { message, configuration, metadata } = request;
    const { acceptedOutputModes } = configuration ?? {};
    if (configuration?.taskPushNotificationConfig) {
      throw new A2AError(
        'PUSH_NOTIFICATION_NOT_SUPPORTED',
        'This agent sends no push notifications. Leave taskPushNotificationConfig out, and poll or stream.',
      );
    }
    requireWithin(this.limits, request);
    requireForeignUrls(message);
    await this.references.require(principal, message.referenceTaskIds);
    const delivery = this.repeated.deliveryOf(principal, message);
    if (message.taskId !== undefined) {
      return this.continuation.accept(principal, request, delivery);
    }
    const contextId = message.contextId ?? randomUUID();
    const route = this.router.route(message, principal);
    if ('unknownSkillId' in route) {
      throw new InvalidParamsError([
        { field: 'message.metadata.skillId', description: 'is none of the skills on the Agent Card' },
      ]);
    }
    if ('skill' in route) {
      this.skillRules.require(route.skill, principal);
      requireModes(route.skill, message, acceptedOutputModes, this.options.agent);
    }
    if ('skill' in route && route.skill.reply === 'message') {
      return this.answered.of(route.skill, caller, { ...message, contextId }, delivery, acceptedOutputModes);
    }
    const key = keyOf(principal, newTaskId(message.messageId));
    const task = {
      key,
      contextId,
      skillId: 'skill' in route ? route.skill.id : '',
      principal,
      message: { ...message, contextId, taskId: key.taskId },
      metadata,
      acceptedOutputModes,
    };
    if (!('skill' in route)) {
      const events = [skillQuestion(route.candidates, { contextId, taskId: key.taskId })];
      return this.acceptedBy(await this.store.create(task, { events, delivery }));
    }
    return route.skill.run === 'queued'
      ? this.queue(route.skill, task, delivery)
      : this.runInline(route.skill, task, { immediate, delivery });
  }

  private async queue(skill: SkillDefinition, task: NewTask, delivery?: Delivery): Promise<Accepted> {
    const before = await this.admit(skill, task, delivery);
    if (before) {
      return before;
    }
    const created = await this.store.create(task, { delivery });
    if (created.outcome === 'created') {
      await this.dispatcher.dispatch(skill, { key: task.key, turn: 1 });
    }
    return this.acceptedBy(created);
  }

  /** What was let in before is no new load. @returns what an earlier delivery has led to, if it is full */
  private async admit(
    skill: SkillDefinition,
    task: NewTask,
    delivery?: Delivery,
  ): Promise<Accepted | undefined> {
    try {
      await this.loadLimits.admit(skill, task.key.owner);
      return undefined;
    } catch (error) {
      const before = delivery && (await this.repeated.find(task.principal, delivery));
      if (!before) {
        throw error;
      }
      return before;
    }
  }

  /** What an inline skill does can not be taken back, so a message that has come before is known by then. */
  private async runInline(
    skill: SkillDefinition,
    task: NewTask,
    { immediate, delivery }: { immediate: boolean; delivery?: Delivery },
  ): Promise<Accepted> {
    const begin = async (): Promise<Accepted> => {
      const { opened, done } = this.runner.open(skill, task, { immediate, delivery });
      this.dispatcher.runInBackground(skill, task.key, done);
      return this.acceptedBy(await opened);
    };
    return delivery ? this.repeated.unless(task.principal, delivery, begin) : begin();
  }

  private async acceptedBy(created: Created): Promise<Accepted> {
    if (created.outcome === 'created') {
      return { record: created.record, turn: 1 };
    }
    const accepted = await this.repeated.accepted(created.delivered);
    if (!accepted) {
      throw new RetryLaterError(
        'UNAVAILABLE',
        'The message is being answered already. Try again.',
        ANSWER_MS,
      );
    }
    return accepted;
  }
}
