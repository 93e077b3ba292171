import { setTimeout as delay } from 'node:timers/promises';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { HttpRequest } from '../../net/http-message.js';
import { readText } from '../../net/request-body.js';
import { Failures } from '../calls/failures.service.js';
import { errorResponse, httpStatusOf, idOf, type JsonRpcId } from './json-rpc-envelope.js';

/** A body up to this size is read for the id of a call that is refused; a larger one is not worth it. */
const MAX_READ_BYTES = 64 * 1024;

/** So long the answer may wait for the body. */
const MAX_WAIT_MS = 1_000;

/** Answers in the binding's own shape what guards and interceptors refuse before there is a call. */
@Catch()
export class JsonRpcExceptionFilter implements ExceptionFilter<unknown> {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly failures: Failures,
  ) {}

  async catch(exception: unknown, host: ArgumentsHost): Promise<void> {
    const id = await idIn(host.switchToHttp().getRequest<HttpRequest>());
    const response: unknown = host.switchToHttp().getResponse();
    const { httpAdapter } = this.adapterHost;
    const failure = this.failures.ofRefusal(exception);
    for (const [name, value] of Object.entries(failure.headers)) {
      httpAdapter.setHeader(response, name, value);
    }
    httpAdapter.reply(response, errorResponse(id, failure), httpStatusOf(failure));
  }
}

/** The id of the call that is refused, so that its caller knows which it is; null where it can not be told soon. */
async function idIn(request: HttpRequest): Promise<JsonRpcId> {
  const late = delay(MAX_WAIT_MS, undefined, { ref: false });
  try {
    const body = await Promise.race([readText(request, MAX_READ_BYTES), late]);
    return body === undefined ? null : idOf(JSON.parse(body));
  } catch {
    return null;
  }
}
