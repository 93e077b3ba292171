import {
  BadRequestException,
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  PayloadTooLargeException,
} from '@nestjs/common';
import { isAnonymous } from '../identity/principal.js';
import { type HttpRequest, type HttpResponse, nodeResponse } from '../net/http-message.js';
import { RequestBodyError } from '../net/request-body.js';
import { A2A_OPTIONS, type A2AOptions } from '../options/a2a-options.js';
import { limitsOf } from '../options/limits.js';
import { Authenticator } from './authentication/authenticator.service.js';
import { HeldCredentials } from './authentication/held-credentials.js';
import { httpFacts } from './authentication/http-facts.js';
import { AuthenticationException } from './authentication.exception.js';
import { bindPrincipal } from './principal-of.js';
import { AccessRules } from './requirements/access-rules.service.js';

/**
 * Enforces what the card declares and notes who calls: {@link principalOf} tells it afterwards. Where nothing
 * is declared, everybody is the anonymous principal.
 */
@Injectable()
export class A2AGuard implements CanActivate {
  private readonly maxBodyBytes: number;

  constructor(
    private readonly authenticator: Authenticator,
    private readonly rules: AccessRules,
    @Inject(A2A_OPTIONS) private readonly options: A2AOptions,
  ) {
    this.maxBodyBytes = limitsOf(options).maxBodyBytes;
  }

  /**
   * @throws AuthenticationException whose headers have been set on the response
   * @throws PayloadTooLargeException, BadRequestException for a body that must be read to judge, and can not be
   */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<HttpRequest>();
    try {
      const facts = httpFacts(request, this.options.publicUrl, this.maxBodyBytes);
      const authentication = await this.authenticator.authenticate(facts);
      const { principal } = authentication;
      this.rules.requireAgent(principal);
      const held = new HeldCredentials(this.authenticator, this.rules, facts, authentication);
      bindPrincipal(request, principal, isAnonymous(principal) ? undefined : held);
      return true;
    } catch (error) {
      if (error instanceof AuthenticationException) {
        const response = nodeResponse(context.switchToHttp().getResponse<HttpResponse>());
        response.setHeaders(new Headers(error.headers));
      }
      throw error instanceof RequestBodyError ? refusalOf(error) : error;
    }
  }
}

function refusalOf({ fault, message }: RequestBodyError): Error {
  return fault === 'too-large' ? new PayloadTooLargeException(message) : new BadRequestException(message);
}
