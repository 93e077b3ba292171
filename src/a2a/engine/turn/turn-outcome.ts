import { randomUUID } from 'node:crypto';
import { HttpException } from '@nestjs/common';
import ms from 'ms';
import type { Part, TaskState } from '../../protocol/index.js';
import type { Judgement } from '../../security/requirements/requirements.js';
import { AuthRequired, FailTask, InputRequired, RejectTask } from '../../skills/face/index.js';
import { InvalidInput } from '../../skills/invalid-input.js';

/** How a turn ends, in words that the caller may read. */
export interface TurnOutcome {
  readonly state: TaskState;
  readonly message?: string | readonly Part[];
}

/** The end of a turn whose handler returned. */
export const COMPLETED: TurnOutcome = { state: 'TASK_STATE_COMPLETED' };

/**
 * What a handler's error means for the task.
 *
 * @returns undefined for an error that nobody has foreseen: it may be retried, and its text stays here
 */
export function outcomeOf(error: unknown): TurnOutcome | undefined {
  if (error instanceof InputRequired) {
    return { state: 'TASK_STATE_INPUT_REQUIRED', message: error.question };
  }
  if (error instanceof AuthRequired) {
    return { state: 'TASK_STATE_AUTH_REQUIRED', message: error.explanation };
  }
  if (error instanceof InvalidInput) {
    return {
      state: error.isIncomplete ? 'TASK_STATE_INPUT_REQUIRED' : 'TASK_STATE_REJECTED',
      message: error.message,
    };
  }
  if (error instanceof RejectTask) {
    return { state: 'TASK_STATE_REJECTED', message: error.message };
  }
  if (error instanceof FailTask) {
    return { state: 'TASK_STATE_FAILED', message: error.message };
  }
  if (error instanceof HttpException && error.getStatus() < 500) {
    return { state: 'TASK_STATE_REJECTED', message: error.message };
  }
  return undefined;
}

/**
 * What becomes of a turn whose sender does not meet what its skill asks for by now: a token that grants more may come
 * with the next message, other credentials would be another caller's.
 *
 * @returns undefined when the turn may run
 */
export function notPermitted(judgement: Judgement): TurnOutcome | undefined {
  if (judgement.outcome === 'scopes missing') {
    return {
      state: 'TASK_STATE_AUTH_REQUIRED',
      message: `This takes a token with the scopes: ${judgement.scopes.join(' ')}. Send a message with one.`,
    };
  }
  return judgement.outcome === 'met'
    ? undefined
    : {
        state: 'TASK_STATE_REJECTED',
        message: 'This skill asks for other credentials by now. See the Agent Card, and send a new message.',
      };
}

/** FAILED because the turn took longer than its skill may take. */
export function timedOut(timeoutMs: number): TurnOutcome {
  const allowed = ms(timeoutMs, { long: true });
  return {
    state: 'TASK_STATE_FAILED',
    message: `The task took longer than ${allowed}, which is all it may take.`,
  };
}

/** FAILED for a reason that stays in the log, under a correlation id. */
export function failedUnexpectedly(): TurnOutcome & { readonly correlationId: string } {
  const correlationId = randomUUID();
  return {
    state: 'TASK_STATE_FAILED',
    message: `The task failed unexpectedly. Its operator finds the reason under ${correlationId}.`,
    correlationId,
  };
}
