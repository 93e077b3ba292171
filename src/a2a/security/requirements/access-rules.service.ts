import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../identity/principal.js';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import {
  type AuthenticationException,
  InsufficientScopeException,
  UnauthenticatedException,
} from '../authentication.exception.js';
import type { Refusal } from '../authentication/verifier.js';
import { SECURITY_DECLARATION, type SecurityDeclaration } from '../declaration/security-declaration.js';
import { type ChallengeError, challengeHeaders, type ChallengeSettings } from './challenges.js';
import { challengeSettings } from './challenge-settings.js';
import type { Requirements } from './requirements.js';

/** Says whether a caller may, and what one who may not is told (sections 4.5 and 7.4). */
@Injectable()
export class AccessRules {
  private readonly settings: ChallengeSettings;

  constructor(
    @Inject(SECURITY_DECLARATION) private readonly declaration: SecurityDeclaration,
    @Inject(A2A_OPTIONS) options: A2AOptions,
  ) {
    this.settings = challengeSettings(options);
  }

  /** Whether callers are told apart; where they are not, all of them are the one anonymous principal. */
  get isDeclared(): boolean {
    return this.declaration.requirements !== undefined;
  }

  /**
   * Lets a caller pass who meets what the agent asks of everybody.
   *
   * @throws UnauthenticatedException, InsufficientScopeException
   */
  requireAgent(principal: Principal): void {
    if (this.declaration.requirements) {
      this.require(this.declaration.requirements, principal);
    }
  }

  /** @throws UnauthenticatedException, InsufficientScopeException for a caller who does not meet them */
  require(requirements: Requirements, { grants = {} }: Principal): void {
    const judgement = requirements.judge(grants);
    if (judgement.outcome === 'credentials missing') {
      throw new UnauthenticatedException(this.headers(requirements.schemes));
    }
    if (judgement.outcome === 'scopes missing') {
      const { scopes } = judgement;
      const headers = this.headers(requirements.schemes, { error: 'insufficient_scope', scopes });
      throw new InsufficientScopeException(scopes, headers);
    }
  }

  /** What a caller is told who has proven nothing, where something must be proven. */
  unauthenticated(): AuthenticationException {
    return new UnauthenticatedException(this.headers(Object.keys(this.declaration.schemes)));
  }

  /** What a caller is told whose credential does not count. */
  refusal({ error, headers }: Refusal): AuthenticationException {
    const names = Object.keys(this.declaration.schemes);
    return new UnauthenticatedException({ ...headers, ...this.headers(names, { error }) });
  }

  private headers(names: readonly string[], problem?: ChallengeError): Record<string, string> {
    return challengeHeaders(names, this.declaration.schemes, this.settings, problem);
  }
}
