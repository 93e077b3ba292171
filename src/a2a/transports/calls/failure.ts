import {
  A2A_ERRORS,
  A2AError,
  type FieldViolation,
  InvalidParamsError,
  PermissionDeniedError,
  RetryLaterError,
  type StatusName,
} from '../../protocol/index.js';
import { BAD_REQUEST, errorInfo, RETRY_INFO } from '../../protocol/error-info.js';
import { AuthenticationException } from '../../security/authentication.exception.js';

/** What a caller should wait for something that is away. */
const UNAVAILABLE_MS = 5_000;
/** Another process may answer at once. */
const SHUTDOWN_MS = 1_000;

/** What an error is called on each binding (section 5.4). */
export interface FailureCodes {
  readonly jsonRpc: number;
  readonly http: number;
  readonly status: StatusName;
  /** Its machine-readable name: of the protocol's own errors the one that the specification gives. */
  readonly reason: string;
}

/** An error as its caller may know it, for every binding: codes, a message, and details (section 9.5, 11.6). */
export class Failure extends Error {
  override readonly name = 'Failure';

  constructor(
    readonly codes: FailureCodes,
    message: string,
    /** Each with an `@type`. */
    readonly details: readonly object[] = [],
    /** HTTP headers that go with it, such as Retry-After. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

const INVALID_JSON = {
  jsonRpc: -32700,
  http: 400,
  status: 'INVALID_ARGUMENT',
  reason: 'INVALID_JSON',
} as const;

/** The body is no JSON. */
export function parseError(): Failure {
  return new Failure(INVALID_JSON, 'Invalid JSON payload');
}

/**
 * A request that can not be read as a call; `why` says what a call needs.
 *
 * @param http the status that says of what kind the fault is
 */
export function invalidRequest(
  why: string,
  http: 400 | 405 | 413 | 415 = 400,
  headers: Record<string, string> = {},
): Failure {
  const status = http === 405 ? 'UNIMPLEMENTED' : 'INVALID_ARGUMENT';
  return new Failure(
    { jsonRpc: -32600, http, status, reason: 'INVALID_REQUEST' },
    `Request payload validation error: ${why}`,
    [],
    headers,
  );
}

/** The binding has no method of this name, or nothing at this path. */
export function methodNotFound(message = 'Method not found'): Failure {
  return new Failure(
    { jsonRpc: -32601, http: 404, status: 'UNIMPLEMENTED', reason: 'METHOD_NOT_FOUND' },
    message,
  );
}

/** Parameters that are not what the operation asks for. */
export function invalidParams(fieldViolations: readonly FieldViolation[]): Failure {
  const codes = {
    jsonRpc: -32602,
    http: 400,
    status: 'INVALID_ARGUMENT',
    reason: 'INVALID_PARAMS',
  } as const;
  return new Failure(codes, 'Invalid parameters', [{ '@type': BAD_REQUEST, fieldViolations }]);
}

/**
 * The process ends before it could answer.
 *
 * @param correlationId under which the log has what went wrong meanwhile
 */
export function shuttingDown(correlationId?: string): Failure {
  const message = 'The agent is shutting down. Send the request again.';
  const metadata: Record<string, string> = correlationId === undefined ? {} : { correlationId };
  return retryLater(new RetryLaterError('UNAVAILABLE', message, SHUTDOWN_MS, metadata));
}

/** What the agent needs is away; the log has more under the correlation id. */
export function unavailable(correlationId: string): Failure {
  const message = 'The agent can not do that at the moment. Try again.';
  return retryLater(new RetryLaterError('UNAVAILABLE', message, UNAVAILABLE_MS, { correlationId }));
}

/** Something went wrong that is none of the caller's business; the log has it under the correlation id. */
export function internalError(correlationId: string): Failure {
  const codes = { jsonRpc: -32603, http: 500, status: 'INTERNAL', reason: 'INTERNAL' } as const;
  return new Failure(codes, 'Internal error', [errorInfo('INTERNAL', { correlationId })]);
}

/** What the caller may know of an error, or undefined when that is nothing. */
export function knownFailure(error: unknown): Failure | undefined {
  if (error instanceof Failure) {
    return error;
  }
  if (error instanceof InvalidParamsError) {
    return invalidParams(error.violations);
  }
  if (error instanceof A2AError) {
    const { reason, message, metadata } = error;
    return new Failure({ ...A2A_ERRORS[reason], reason }, message, [errorInfo(reason, metadata)]);
  }
  if (error instanceof PermissionDeniedError) {
    const reason = 'PERMISSION_DENIED';
    return new Failure({ jsonRpc: -32000, http: 403, status: reason, reason }, error.message, [
      errorInfo(reason),
    ]);
  }
  if (error instanceof AuthenticationException) {
    return notAuthenticated(error);
  }
  return error instanceof RetryLaterError ? retryLater(error) : undefined;
}

const AUTHENTICATION_STATUSES: Readonly<Record<number, StatusName>> = {
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
};

/** The caller has not proven who they are, or not enough, or that can not be checked now. */
function notAuthenticated(error: AuthenticationException): Failure {
  const http = error.getStatus();
  const status = AUTHENTICATION_STATUSES[http] ?? 'UNAVAILABLE';
  return new Failure({ jsonRpc: -32000, http, status, reason: status }, error.message, [], error.headers);
}

function retryLater({ reason, message, retryAfterMs, metadata }: RetryLaterError): Failure {
  const [jsonRpc, http] = reason === 'UNAVAILABLE' ? ([-32603, 503] as const) : ([-32000, 429] as const);
  const retryInfo = { '@type': RETRY_INFO, retryDelay: `${retryAfterMs / 1_000}s` };
  return new Failure(
    { jsonRpc, http, status: reason, reason },
    message,
    [errorInfo(reason, metadata), retryInfo],
    {
      'retry-after': `${Math.ceil(retryAfterMs / 1_000)}`,
    },
  );
}
