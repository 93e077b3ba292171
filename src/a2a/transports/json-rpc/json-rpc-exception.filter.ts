import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { AuthenticationException } from '../../security/authentication.exception.js';
import { JsonRpcDispatcher } from './json-rpc.dispatcher.js';
import { errorResponse } from './wire/json-rpc-envelope.js';
import { notAuthenticated } from './wire/json-rpc-error.js';

/** Answers in the binding's own shape what guards and interceptors refuse before there is a call. */
@Catch()
export class JsonRpcExceptionFilter implements ExceptionFilter<unknown> {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly dispatcher: JsonRpcDispatcher,
  ) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const response: unknown = host.switchToHttp().getResponse();
    const isRefused = exception instanceof AuthenticationException;
    const body = isRefused
      ? errorResponse(null, notAuthenticated(exception.message))
      : this.dispatcher.failure(null, exception);
    this.adapterHost.httpAdapter.reply(response, body, isRefused ? exception.getStatus() : 500);
  }
}
