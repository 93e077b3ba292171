import { HttpException, HttpStatus } from '@nestjs/common';

/** A caller who is not let in. Says what to do, never why a token was refused. */
export abstract class AuthenticationException extends HttpException {
  /** Headers that go with the refusal. */
  abstract readonly headers: Readonly<Record<string, string>>;
}

/** No token, or none that is valid: 401 with a challenge (RFC 6750, section 3). */
export class UnauthenticatedException extends AuthenticationException {
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param realm what the token is needed for; ASCII without quotes
   * @param isTokenSent a caller without a token is told of no error
   */
  constructor(realm: string, isTokenSent: boolean) {
    super('Authentication is required. Send a valid access token as bearer.', HttpStatus.UNAUTHORIZED);
    this.headers = {
      'WWW-Authenticate': `Bearer realm="${realm}"${isTokenSent ? ', error="invalid_token"' : ''}`,
    };
  }
}

/** The keys of the issuer can not be had, so no token can be judged: 503, not the caller's fault. */
export class AuthenticationUnavailableException extends AuthenticationException {
  readonly headers = { 'Retry-After': '5' };

  constructor() {
    super('Tokens can not be checked at the moment. Try again shortly.', HttpStatus.SERVICE_UNAVAILABLE);
  }
}
