import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { AuthenticationException } from '../../security/authentication.exception.js';
import { JsonRpcDispatcher } from './json-rpc.dispatcher.js';
import { errorResponse, retryHeaders } from './wire/json-rpc-envelope.js';
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
    const { httpAdapter } = this.adapterHost;
    if (exception instanceof AuthenticationException) {
      const body = errorResponse(null, notAuthenticated(exception.message));
      httpAdapter.reply(response, body, exception.getStatus());
      return;
    }
    const { error } = this.dispatcher.failure(null, exception);
    for (const [name, value] of Object.entries(retryHeaders(error))) {
      httpAdapter.setHeader(response, name, value);
    }
    httpAdapter.reply(response, errorResponse(null, error), error.later?.httpStatus ?? 500);
  }
}
