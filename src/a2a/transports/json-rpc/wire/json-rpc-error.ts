import {
  A2A_ERRORS,
  A2AError,
  type FieldViolation,
  InvalidParamsError,
  RetryLaterError,
} from '../../../protocol/index.js';

const ERROR_INFO = 'type.googleapis.com/google.rpc.ErrorInfo';
const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest';
const RETRY_INFO = 'type.googleapis.com/google.rpc.RetryInfo';
/** What a caller should wait for something that is away. */
const UNAVAILABLE_MS = 5_000;
const DOMAIN = 'a2a-protocol.org';

/** An error as the binding knows it: code, message and details (section 9.5). */
export class JsonRpcError extends Error {
  override readonly name = 'JsonRpcError';

  constructor(
    readonly code: number,
    message: string,
    readonly data?: readonly object[],
    /** Set when the same call may succeed later. */
    readonly later?: { readonly httpStatus: 429 | 503; readonly retryAfterMs: number },
  ) {
    super(message);
  }
}

/** The body is no JSON. */
export function parseError(): JsonRpcError {
  return new JsonRpcError(-32700, 'Invalid JSON payload');
}

/** The body is JSON but no call; `why` says what a call needs. */
export function invalidRequest(why: string): JsonRpcError {
  return new JsonRpcError(-32600, `Request payload validation error: ${why}`);
}

/** The binding has no method of this name. */
export function methodNotFound(): JsonRpcError {
  return new JsonRpcError(-32601, 'Method not found');
}

/** Parameters that are not what the method asks for. */
export function invalidParams(fieldViolations: readonly FieldViolation[]): JsonRpcError {
  return new JsonRpcError(-32602, 'Invalid parameters', [{ '@type': BAD_REQUEST, fieldViolations }]);
}

/** The caller has not proven who they are, or that can not be checked now. */
export function notAuthenticated(message: string): JsonRpcError {
  return new JsonRpcError(-32000, message);
}

/** The process ends before it could answer. */
export function shuttingDown(): JsonRpcError {
  return new JsonRpcError(-32603, 'The agent is shutting down. Send the request again.');
}

/** What the agent needs is away; the log has more under the correlation id. */
export function unavailable(correlationId: string): JsonRpcError {
  const message = 'The agent can not do that at the moment. Try again.';
  return retryLater(new RetryLaterError('UNAVAILABLE', message, UNAVAILABLE_MS, { correlationId }));
}

/** Something went wrong that is none of the caller's business; the log has it under the correlation id. */
export function internalError(correlationId: string): JsonRpcError {
  return new JsonRpcError(-32603, 'Internal error', [errorInfo('INTERNAL', { correlationId })]);
}

/** What the caller may know of an error, or undefined when that is nothing. */
export function knownError(error: unknown): JsonRpcError | undefined {
  if (error instanceof JsonRpcError) {
    return error;
  }
  if (error instanceof InvalidParamsError) {
    return invalidParams(error.violations);
  }
  if (error instanceof A2AError) {
    const { reason, message, metadata } = error;
    return new JsonRpcError(A2A_ERRORS[reason].jsonRpc, message, [errorInfo(reason, metadata)]);
  }
  return error instanceof RetryLaterError ? retryLater(error) : undefined;
}

function retryLater({ reason, message, retryAfterMs, metadata }: RetryLaterError): JsonRpcError {
  const [code, httpStatus] = reason === 'UNAVAILABLE' ? ([-32603, 503] as const) : ([-32000, 429] as const);
  const retryInfo = { '@type': RETRY_INFO, retryDelay: `${retryAfterMs / 1_000}s` };
  const data = [errorInfo(reason, metadata), retryInfo];
  return new JsonRpcError(code, message, data, { httpStatus, retryAfterMs });
}

function errorInfo(reason: string, metadata: Record<string, string>): object {
  return { '@type': ERROR_INFO, reason, domain: DOMAIN, metadata };
}
