import { Injectable, Logger } from '@nestjs/common';
import type { Principal } from '../identity/principal.js';
import type { Message, Part } from '../protocol/index.js';
import { InputRequired, type MessageReply, type SkillContext } from '../skills/face/index.js';
import type { SkillDefinition } from '../skills/registry/skill-definition.js';
import { skillInput } from '../skills/skill-input.js';
import { TurnStopped } from './active-turns.service.js';
import { unlessLeftBehind } from './turn/heeding.js';
import { agentMessage, messageParts } from './turn/output/agent-message.js';
import { outcomeOf, timedOut } from './turn/turn-outcome.js';

/** Runs skills that answer with a message and make no task (section 3.1.1). */
@Injectable()
export class DirectReply {
  /**
   * A skill that takes longer than its timeout is told to stop, and the caller told so.
   *
   * @param message with its context id set
   * @param acceptedOutputModes the media types that the caller takes; empty: anything
   * @throws what the handler throws, unless it is meant for the caller: then that is the reply
   */
  async of(
    skill: SkillDefinition,
    principal: Principal,
    message: Message & { contextId: string },
    signal: AbortSignal,
    acceptedOutputModes: readonly string[],
  ): Promise<Message> {
    const { contextId } = message;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new TurnStopped('timeout')), skill.timeoutMs);
    const either = AbortSignal.any([signal, late.signal]);
    try {
      const reply = await unlessLeftBehind(
        either,
        this.invoke(skill, principal, message, either, acceptedOutputModes),
      );
      const { parts, metadata } = normalised(reply);
      return { ...agentMessage(parts, { contextId }), ...(metadata ? { metadata } : {}) };
    } catch (error) {
      const outcome = late.signal.aborted && !signal.aborted ? timedOut(skill.timeoutMs) : outcomeOf(error);
      if (outcome?.message === undefined) {
        throw error;
      }
      return agentMessage(outcome.message, { contextId });
    } finally {
      clearTimeout(timer);
    }
  }

  private async invoke(
    skill: SkillDefinition,
    principal: Principal,
    message: Message & { contextId: string },
    signal: AbortSignal,
    acceptedOutputModes: readonly string[],
  ): Promise<MessageReply> {
    const nowhere: { error?: TypeError } = {};
    const publish = () => {
      nowhere.error ??= new TypeError(`${skill.where}: a reply: 'message' skill has no task to publish to.`);
      const refused = Promise.reject(nowhere.error);
      // A handler that does not await it must not end the process.
      refused.catch(() => undefined);
      return refused;
    };
    const input = await skillInput(skill.input, [message]);
    const context = contextOf(skill, principal, message, signal);
    const reply = await skill.invoke(input, { ...context, acceptedOutputModes, publish });
    if (nowhere.error) {
      throw nowhere.error;
    }
    return reply as MessageReply;
  }
}

function normalised(reply: MessageReply): Pick<Message, 'parts' | 'metadata'> {
  if (typeof reply === 'string') {
    return { parts: [{ text: reply }] };
  }
  return 'parts' in reply ? reply : { parts: [reply] };
}

function contextOf(
  skill: SkillDefinition,
  principal: Principal,
  message: Message & { contextId: string },
  signal: AbortSignal,
): Omit<SkillContext, 'publish' | 'acceptedOutputModes'> {
  return {
    task: {
      id: '',
      contextId: message.contextId,
      status: { state: 'TASK_STATE_WORKING' },
      history: [message],
    },
    message,
    principal,
    turn: 1,
    attempt: 1,
    signal,
    logger: new Logger(skill.id),
    progress: () => undefined,
    step: async (_key, fn) => fn(),
    requireAuth: () => {
      throw new TypeError(`${skill.where}: a reply: 'message' skill has no task that could wait.`);
    },
    ask: (question: string | readonly Part[]) => {
      throw new InputRequired(messageParts(question));
    },
  };
}
