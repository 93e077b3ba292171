import { Injectable, Logger } from '@nestjs/common';
import type { Principal } from '../identity/principal.js';
import type { Message, Part } from '../protocol/index.js';
import { InputRequired, type MessageReply, type SkillContext } from '../skills/face/index.js';
import type { SkillDefinition } from '../skills/registry/skill-definition.js';
import { skillInput } from '../skills/skill-input.js';
import { agentMessage } from './turn/output/agent-message.js';
import { outcomeOf } from './turn/turn-outcome.js';

/** Runs skills that answer with a message and make no task (section 3.1.1). */
@Injectable()
export class DirectReply {
  /**
   * @param message with its context id set
   * @throws what the handler throws, unless it is meant for the caller: then that is the reply
   */
  async of(
    skill: SkillDefinition,
    principal: Principal,
    message: Message & { contextId: string },
    signal: AbortSignal,
  ): Promise<Message> {
    const { contextId } = message;
    try {
      const input = await skillInput(skill.input, [message]);
      const reply = await skill.invoke(input, contextOf(skill, principal, message, signal));
      const { parts, metadata } = normalised(reply as MessageReply);
      return { ...agentMessage(parts, { contextId }), ...(metadata ? { metadata } : {}) };
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome?.message === undefined) {
        throw error;
      }
      return agentMessage(outcome.message, { contextId });
    }
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
): SkillContext {
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
    publish: () =>
      Promise.reject(new TypeError(`${skill.where}: a reply: 'message' skill has no task to publish to.`)),
    step: async (_key, fn) => fn(),
    ask: (question: string | readonly Part[]) => {
      throw new InputRequired(typeof question === 'string' ? [{ text: question }] : question);
    },
  };
}
