import type { ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Principal } from '../../identity/principal.js';
import { type HttpRequest, nodeRequest } from '../../net/http-message.js';
import { AuthenticationUnavailableException, UnauthenticatedException } from '../authentication.exception.js';
import { triesBearer } from './bearer-token.js';
import { bindPrincipal } from '../principal-of.js';
import { KeysUnavailableError } from './signing-keys.js';

/** Lets callers in whose token the strategy accepts. */
export class BearerGuard extends AuthGuard() {
  /**
   * @param strategy the name of a registered passport strategy
   * @param realm what the token is needed for, in the challenge
   */
  constructor(
    strategy: string,
    private readonly realm: string,
  ) {
    super({ defaultStrategy: strategy, session: false });
  }

  override handleRequest<T>(
    error: unknown,
    principal: Principal | false | null,
    failure: unknown,
    context: ExecutionContext,
  ): T {
    const request = context.switchToHttp().getRequest<HttpRequest>();
    if (error instanceof KeysUnavailableError || failure instanceof KeysUnavailableError) {
      throw new AuthenticationUnavailableException();
    }
    if (error || !principal) {
      throw new UnauthenticatedException(this.realm, triesBearer(nodeRequest(request)));
    }
    bindPrincipal(request, principal);
    return principal as T;
  }
}
