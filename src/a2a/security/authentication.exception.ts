import { HttpException, HttpStatus } from '@nestjs/common';

/** A caller who is not let in. Says what to do, never why a credential was refused. */
export abstract class AuthenticationException extends HttpException {
  /** Headers that go with the refusal. */
  abstract readonly headers: Readonly<Record<string, string>>;
}

/** No credentials, or none that count: 401 with a challenge for each way to authenticate (RFC 9110, section 15.5.2). */
export class UnauthenticatedException extends AuthenticationException {
  /** @param headers WWW-Authenticate, and what else the schemes have to say */
  constructor(readonly headers: Readonly<Record<string, string>>) {
    super(
      'Authentication is required. Send valid credentials as the Agent Card says (securityRequirements).',
      HttpStatus.UNAUTHORIZED,
    );
  }
}

/** The credentials are good and grant too little: 403 (RFC 6750, section 3.1). */
export class InsufficientScopeException extends AuthenticationException {
  /** @param scopes all that it takes */
  constructor(
    scopes: readonly string[],
    readonly headers: Readonly<Record<string, string>>,
  ) {
    super(
      `Your credentials do not grant this. It takes the scopes: ${scopes.join(' ')}.`,
      HttpStatus.FORBIDDEN,
    );
  }
}

/** What is needed to judge the credentials can not be had: 503, not the caller's fault, and never a way in. */
export class AuthenticationUnavailableException extends AuthenticationException {
  readonly headers = { 'Retry-After': '5' };

  constructor() {
    super('Credentials can not be checked at the moment. Try again shortly.', HttpStatus.SERVICE_UNAVAILABLE);
  }
}
