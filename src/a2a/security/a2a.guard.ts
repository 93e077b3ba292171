import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { ANONYMOUS } from '../identity/principal.js';
import { type HttpRequest, type HttpResponse, nodeResponse } from '../net/http-message.js';
import { A2A_OPTIONS, type A2AOptions } from '../options/a2a-options.js';
import { AuthenticationException } from './authentication.exception.js';
import { BearerGuard } from './bearer/bearer.guard.js';
import { registerBearerStrategy } from './bearer/bearer.strategy.js';
import { bindPrincipal } from './principal-of.js';
import { SECURITY_DECLARATION, type SecurityDeclaration } from './security-declaration.js';
import { SigningKeys } from './bearer/signing-keys.js';

/**
 * Enforces what the card declares and notes who calls: {@link principalOf} tells it afterwards. Where nothing
 * is declared, everybody is the anonymous principal.
 */
@Injectable()
export class A2AGuard implements CanActivate {
  private readonly bearer?: BearerGuard;

  constructor(
    @Inject(SECURITY_DECLARATION) { bearer }: SecurityDeclaration,
    @Inject(A2A_OPTIONS) { publicUrl }: A2AOptions,
  ) {
    if (bearer) {
      const strategy = registerBearerStrategy(bearer, new SigningKeys(bearer.issuer));
      this.bearer = new BearerGuard(strategy.name, new URL(publicUrl).origin);
    }
  }

  /** @throws AuthenticationException whose headers have been set on the response */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!this.bearer) {
      bindPrincipal(context.switchToHttp().getRequest<HttpRequest>(), ANONYMOUS);
      return true;
    }
    try {
      return Boolean(await this.bearer.canActivate(context));
    } catch (error) {
      if (error instanceof AuthenticationException) {
        const response = nodeResponse(context.switchToHttp().getResponse<HttpResponse>());
        response.setHeaders(new Headers(error.headers));
      }
      throw error;
    }
  }
}
