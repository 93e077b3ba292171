import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Failures } from '../calls/failures.service.js';
import { errorResponse, httpStatusOf } from './json-rpc-envelope.js';

/** Answers in the binding's own shape what guards and interceptors refuse before there is a call. */
@Catch()
export class JsonRpcExceptionFilter implements ExceptionFilter<unknown> {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly failures: Failures,
  ) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const response: unknown = host.switchToHttp().getResponse();
    const { httpAdapter } = this.adapterHost;
    const failure = this.failures.ofRefusal(exception);
    for (const [name, value] of Object.entries(failure.headers)) {
      httpAdapter.setHeader(response, name, value);
    }
    httpAdapter.reply(response, errorResponse(null, failure), httpStatusOf(failure));
  }
}
