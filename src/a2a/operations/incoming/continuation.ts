import { Inject, Injectable } from '@nestjs/common';
import {
  TASK_STORE,
  type NewTaskEvent,
  type TaskRecord,
  type TaskStore,
} from '../../datastore/ports/index.js';
import { Dispatcher } from '../../engine/dispatcher.service.js';
import type { Principal } from '../../identity/principal.js';
import { A2A_OPTIONS, type A2AOptions, limitsOf } from '../../options/a2a-options.js';
import {
  A2AError,
  INTERRUPTED_STATES,
  InvalidParamsError,
  isTerminal,
  type Message,
} from '../../protocol/index.js';
import type { SkillDefinition } from '../../skills/registry/skill-definition.js';
import { SkillRegistry } from '../../skills/registry/skill-registry.js';
import { SkillRouter } from '../../skills/skill-router.js';
import { requireInputModes } from './input-modes.js';
import { keyOf, TaskAccess } from '../task/task-access.js';

/** How often a message is offered again to a task whose state changes under it. */
const OFFERS = 10;

/** Takes in a message to a task that exists: it becomes the task's next turn (section 3.4). */
@Injectable()
export class Continuation {
  constructor(
    private readonly access: TaskAccess,
    @Inject(TASK_STORE) private readonly store: TaskStore,
    private readonly registry: SkillRegistry,
    private readonly router: SkillRouter,
    private readonly dispatcher: Dispatcher,
    @Inject(A2A_OPTIONS) private readonly options: A2AOptions,
  ) {}

  /**
   * @returns the task with the message in it, and the number of the turn that the message opened
   * @throws A2AError TASK_NOT_FOUND, UNSUPPORTED_OPERATION for a task at its end; InvalidParamsError for a
   *   context that is not the task's
   */
  async accept(principal: Principal, message: Message): Promise<{ record: TaskRecord; turn: number }> {
    const key = keyOf(principal, message.taskId ?? '');
    for (let offer = 0; offer < OFFERS; offer += 1) {
      const record = await this.access.loadByKey(key, { artifacts: true });
      checkContext(record, message);
      const { state } = record.task.status;
      if (isTerminal(state)) {
        throw ended(key.taskId, state);
      }
      const skill = this.skillFor(record, message);
      requireInputModes(skill, message, this.options.agent.defaultInputModes);
      const complete = { ...message, contextId: record.task.contextId, taskId: key.taskId };
      const result = await this.store.append(
        key,
        { expect: [state], maxWaitingTurns: limitsOf(this.options).maxWaitingTurns, skillId: skill.id },
        eventsOf(complete, state),
      );
      if (result.outcome === 'appended') {
        if (result.turn === result.turnsEnded + 1) {
          await this.dispatcher.dispatch(skill, { key, turn: result.turn });
        }
        return { record: await this.access.loadByKey(key, { artifacts: true }), turn: result.turn };
      }
      if (result.outcome === 'ended') {
        throw ended(key.taskId, result.state);
      }
      if (result.outcome === 'full') {
        throw new A2AError(
          'UNSUPPORTED_OPERATION',
          'Too many messages wait in this task already. Try again when it has answered some of them.',
          { taskId: key.taskId, retryable: 'true' },
        );
      }
    }
    throw new A2AError('UNSUPPORTED_OPERATION', 'The task changes too fast to take a message. Try again.', {
      taskId: key.taskId,
      retryable: 'true',
    });
  }

  private skillFor(record: TaskRecord, message: Message): SkillDefinition {
    const known = this.registry.get(record.skillId);
    if (known) {
      return known;
    }
    const route = this.router.route(message);
    if ('skill' in route && route.skill.reply === 'task') {
      return route.skill;
    }
    throw new InvalidParamsError([
      {
        field: 'message.metadata.skillId',
        description: `must name the skill for this task: ${this.registry.all.map(({ id }) => id).join(', ')}`,
      },
    ]);
  }
}

function eventsOf(message: Message, state: TaskRecord['task']['status']['state']): NewTaskEvent[] {
  const events: NewTaskEvent[] = [{ message }];
  if (INTERRUPTED_STATES.has(state)) {
    // The question has been answered; until a worker begins, the task waits for one and not for its caller.
    events.push({ statusUpdate: { status: { state: 'TASK_STATE_SUBMITTED' } } });
  }
  return events;
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
