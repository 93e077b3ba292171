import { randomUUID } from 'node:crypto';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { errorInfo } from '../protocol/error-info.js';

const STATUS_NAMES: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  405: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
};

/** Answers refusals of what is no call, such as the documentation and the card, in the shape of section 11.6. */
@Catch()
export class StatusExceptionFilter implements ExceptionFilter<unknown> {
  private readonly logger = new Logger('Request');

  constructor(private readonly adapterHost: HttpAdapterHost) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const response: unknown = host.switchToHttp().getResponse();
    const { httpAdapter } = this.adapterHost;
    const { code, message, metadata } = this.known(exception);
    httpAdapter.setHeader(response, 'cache-control', 'no-store');
    httpAdapter.reply(response, errorOf(code, message, metadata), code);
  }

  private known(exception: unknown): { code: number; message: string; metadata?: Record<string, string> } {
    if (exception instanceof HttpException) {
      return { code: exception.getStatus(), message: exception.message };
    }
    const correlationId = randomUUID();
    this.logger.error(`Internal error ${correlationId}`, exception);
    return { code: 500, message: 'Internal error', metadata: { correlationId } };
  }
}

/** @param code the HTTP status */
export function errorOf(code: number, message: string, metadata?: Record<string, string>): object {
  const status = STATUS_NAMES[code] ?? 'INTERNAL';
  const details = [errorInfo(code === 405 ? 'INVALID_REQUEST' : status, metadata)];
  return { error: { code, status, message, details } };
}
