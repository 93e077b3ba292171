import { IntrinsicException } from '@nestjs/common';
import type { Part } from '../../protocol/index.js';

/** Thrown by a handler: the task ends REJECTED with this message, which the caller sees. Never retried. */
export class RejectTask extends IntrinsicException {
  override readonly name = 'RejectTask';
}

/** Thrown by a handler: the task ends FAILED with this message, which the caller sees. Never retried. */
export class FailTask extends IntrinsicException {
  override readonly name = 'FailTask';
}

/** Thrown by `SkillContext.ask`: the task waits for its caller. */
export class InputRequired extends IntrinsicException {
  override readonly name = 'InputRequired';

  constructor(readonly question: readonly Part[]) {
    super('The task waits for its caller.');
  }
}

/** Thrown by `SkillContext.requireAuth`: the task waits until its caller has authorised what it needs. */
export class AuthRequired extends IntrinsicException {
  override readonly name = 'AuthRequired';

  constructor(readonly explanation: readonly Part[]) {
    super('The task waits for an authorisation.');
  }
}
