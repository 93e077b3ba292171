import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import { A2AGuard } from '../../security/a2a.guard.js';
import {
  SECURITY_DECLARATION,
  type SecurityDeclaration,
} from '../../security/declaration/security-declaration.js';
import { CardError } from '../card-error.js';

/** Lets everybody read the public card; or, where the options guard it, whom the agent lets call (section 8.2). */
@Injectable()
export class CardGuard implements CanActivate {
  private readonly isGuarded: boolean;

  /** @throws CardError when the card is guarded and nothing says by what */
  constructor(
    @Inject(A2A_OPTIONS) { card }: A2AOptions,
    @Inject(SECURITY_DECLARATION) { requirements }: SecurityDeclaration,
    private readonly callers: A2AGuard,
  ) {
    this.isGuarded = card?.guarded === true;
    if (this.isGuarded && !requirements) {
      throw new CardError(
        'card.guarded needs callers who prove who they are. Declare security, or leave it out.',
      );
    }
  }

  /** @throws AuthenticationException */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    return !this.isGuarded || this.callers.canActivate(context);
  }
}
