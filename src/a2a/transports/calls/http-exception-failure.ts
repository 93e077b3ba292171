import { STATUS_CODES } from 'node:http';
import type { HttpException } from '@nestjs/common';
import { errorInfo } from '../../protocol/error-info.js';
import type { StatusName } from '../../protocol/index.js';
import { Failure } from './failure.js';

/** Refusals that an application's own guards and interceptors may give, by their HTTP status. */
const REFUSALS: Readonly<Record<number, readonly [status: StatusName, jsonRpc: number]>> = {
  400: ['INVALID_ARGUMENT', -32600],
  401: ['UNAUTHENTICATED', -32000],
  403: ['PERMISSION_DENIED', -32000],
  404: ['NOT_FOUND', -32000],
  413: ['INVALID_ARGUMENT', -32600],
  429: ['RESOURCE_EXHAUSTED', -32000],
  503: ['UNAVAILABLE', -32603],
};

/**
 * A refusal by something of the application that stands before the calls, such as a rate limit. It keeps its
 * status, and the headers that were set with it; its text stays here, since it may say more than callers may know.
 *
 * @returns undefined for a status that is no refusal: then it is a fault
 */
export function failureOfHttpException(exception: HttpException): Failure | undefined {
  const http = exception.getStatus();
  const refusal = REFUSALS[http];
  if (!refusal) {
    return undefined;
  }
  const [status, jsonRpc] = refusal;
  return new Failure({ jsonRpc, http, status, reason: status }, `${STATUS_CODES[http]}`, [errorInfo(status)]);
}
