import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type HttpRequest, nodeRequest } from '../../net/http-message.js';
import { Failures } from '../calls/failures.service.js';
import { errorBody } from './wire/error-body.js';
import { answerType } from './wire/media-type.js';

/** Answers in the binding's own shape what guards and interceptors refuse before there is a call. */
@Catch()
export class HttpJsonExceptionFilter implements ExceptionFilter<unknown> {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly failures: Failures,
  ) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response: unknown = http.getResponse();
    const { httpAdapter } = this.adapterHost;
    const failure = this.failures.ofRefusal(exception);
    const type = answerType(nodeRequest(http.getRequest<HttpRequest>()).headers.accept);
    for (const [name, value] of Object.entries({ 'content-type': type, ...failure.headers })) {
      httpAdapter.setHeader(response, name, value);
    }
    httpAdapter.reply(response, errorBody(failure), failure.codes.http);
  }
}
