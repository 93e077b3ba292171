import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { TASK_STORE, type TaskRecord, type TaskStore } from '../../datastore/ports/index.js';
import { Dispatcher } from '../../engine/dispatcher.service.js';
import { DirectReply } from '../../engine/direct-reply.service.js';
import { agentMessage } from '../../engine/turn/agent-message.js';
import { TurnRunner } from '../../engine/turn/turn-runner.service.js';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import { A2AError, InvalidParamsError, type Message, type SendMessageRequest } from '../../protocol/index.js';
import type { SkillDefinition } from '../../skills/registry/skill-definition.js';
import { type Route, SkillRouter } from '../../skills/skill-router.js';
import { newTaskId } from '../../tasks/task-id.js';
import type { Caller } from '../caller.js';
import { Continuation } from './continuation.js';
import { requireInputModes } from './input-modes.js';
import { keyOf } from '../task/task-access.js';

/** What a message has led to. */
export type Accepted =
  /** The task as it stood when the message was stored; `turn` is the message's. */
  { readonly record: TaskRecord; readonly turn: number } | { readonly message: Message };

/** Takes a message in: finds its skill, stores it as a task or a turn of one, and sets the work going. */
@Injectable()
export class IncomingMessage {
  constructor(
    @Inject(TASK_STORE) private readonly store: TaskStore,
    private readonly router: SkillRouter,
    private readonly dispatcher: Dispatcher,
    private readonly runner: TurnRunner,
    private readonly continuation: Continuation,
    private readonly directReply: DirectReply,
    @Inject(A2A_OPTIONS) private readonly options: A2AOptions,
  ) {}

  /**
   * @param immediate whether the caller wants the task at once rather than its outcome
   * @throws A2AError, InvalidParamsError as SendMessage does (section 3.1.1); nothing is stored then
   */
  async accept(
    { principal, signal }: Caller,
    request: SendMessageRequest,
    immediate: boolean,
  ): Promise<Accepted> {
    const { message, configuration, metadata } = request;
    if (configuration?.taskPushNotificationConfig) {
      throw new A2AError(
        'PUSH_NOTIFICATION_NOT_SUPPORTED',
        'This agent sends no push notifications. Leave taskPushNotificationConfig out, and poll or stream.',
      );
    }
    if (message.taskId !== undefined) {
      return this.continuation.accept(principal, message);
    }
    const contextId = message.contextId ?? randomUUID();
    const route = this.router.route(message);
    if ('unknownSkillId' in route) {
      throw new InvalidParamsError([
        { field: 'message.metadata.skillId', description: 'is none of the skills on the Agent Card' },
      ]);
    }
    if ('skill' in route) {
      requireInputModes(route.skill, message, this.options.agent.defaultInputModes);
    }
    if ('skill' in route && route.skill.reply === 'message') {
      return {
        message: await this.directReply.of(route.skill, principal, { ...message, contextId }, signal),
      };
    }
    const key = keyOf(principal, newTaskId(message.messageId));
    const task = {
      key,
      contextId,
      skillId: 'skill' in route ? route.skill.id : '',
      principal,
      message: { ...message, contextId, taskId: key.taskId },
      metadata,
    };
    if (!('skill' in route)) {
      const { record } = await this.store.create(task, {
        events: [askForSkill(route, contextId, key.taskId)],
      });
      return { record, turn: 1 };
    }
    return { record: await this.begin(route.skill, task, immediate), turn: 1 };
  }

  private async begin(
    skill: SkillDefinition,
    task: Parameters<TurnRunner['open']>[1],
    immediate: boolean,
  ): Promise<TaskRecord> {
    if (skill.run === 'queued') {
      const { record } = await this.store.create(task);
      await this.dispatcher.dispatch(skill, { key: task.key, turn: 1 });
      return record;
    }
    const { opened, done } = this.runner.open(skill, task, immediate);
    this.dispatcher.runInBackground(skill, task.key, done);
    return opened;
  }
}

function askForSkill(route: Extract<Route, { candidates: unknown }>, contextId: string, taskId: string) {
  const lines = route.candidates.map(
    ({ id, name, examples }) => `- ${id}: ${name}${examples[0] ? ` (for example "${examples[0]}")` : ''}`,
  );
  const question = `Which skill is meant? Answer with its id in message.metadata.skillId, or in other words.\n${lines.join('\n')}`;
  return {
    statusUpdate: {
      status: {
        state: 'TASK_STATE_INPUT_REQUIRED' as const,
        message: agentMessage(question, { contextId, taskId }),
      },
    },
  };
}
