/** What is wrong with one member of a request; `field` is its path, such as `message.parts[0].text`. */
export interface FieldViolation {
  field: string;
  description: string;
}

/** The names of google.rpc.Code that errors of the protocol fall under. */
export type StatusName =
  | 'INVALID_ARGUMENT'
  | 'NOT_FOUND'
  | 'FAILED_PRECONDITION'
  | 'PERMISSION_DENIED'
  | 'UNAUTHENTICATED'
  | 'RESOURCE_EXHAUSTED'
  | 'UNIMPLEMENTED'
  | 'INTERNAL'
  | 'UNAVAILABLE';

/** The errors of the protocol (section 3.3.2) with their codes on each binding (section 5.4). */
export const A2A_ERRORS = {
  TASK_NOT_FOUND: { jsonRpc: -32001, http: 404, status: 'NOT_FOUND' },
  TASK_NOT_CANCELABLE: { jsonRpc: -32002, http: 400, status: 'FAILED_PRECONDITION' },
  PUSH_NOTIFICATION_NOT_SUPPORTED: { jsonRpc: -32003, http: 400, status: 'FAILED_PRECONDITION' },
  UNSUPPORTED_OPERATION: { jsonRpc: -32004, http: 400, status: 'FAILED_PRECONDITION' },
  CONTENT_TYPE_NOT_SUPPORTED: { jsonRpc: -32005, http: 400, status: 'INVALID_ARGUMENT' },
  EXTENDED_AGENT_CARD_NOT_CONFIGURED: { jsonRpc: -32007, http: 400, status: 'FAILED_PRECONDITION' },
  EXTENSION_SUPPORT_REQUIRED: { jsonRpc: -32008, http: 400, status: 'FAILED_PRECONDITION' },
  VERSION_NOT_SUPPORTED: { jsonRpc: -32009, http: 400, status: 'FAILED_PRECONDITION' },
} as const satisfies Record<string, { jsonRpc: number; http: number; status: StatusName }>;

/** The machine-readable name of an error of the protocol. */
export type A2AErrorReason = keyof typeof A2A_ERRORS;

/**
 * An error of the protocol. Its message reaches the caller, so it says what to do next and nothing about
 * the inside of the agent.
 */
export class A2AError extends Error {
  override readonly name = 'A2AError';

  constructor(
    readonly reason: A2AErrorReason,
    message: string,
    /** ErrorInfo metadata (section 9.5). */
    readonly metadata: Record<string, string> = {},
  ) {
    super(message);
  }
}

/** A request whose members are not what the protocol asks for (-32602, 400, INVALID_ARGUMENT). */
export class InvalidParamsError extends Error {
  override readonly name = 'InvalidParamsError';

  constructor(readonly violations: FieldViolation[]) {
    super('Invalid parameters');
  }
}

/** The caller is known, and may not do this (403, PERMISSION_DENIED). */
export class PermissionDeniedError extends Error {
  override readonly name = 'PermissionDeniedError';
}

/** The agent can not do what is asked now, and may be able to later. */
export class RetryLaterError extends Error {
  override readonly name = 'RetryLaterError';

  constructor(
    /** RESOURCE_EXHAUSTED: there is too much of something. UNAVAILABLE: something that is needed is away. */
    readonly reason: 'RESOURCE_EXHAUSTED' | 'UNAVAILABLE',
    message: string,
    readonly retryAfterMs: number,
    /** ErrorInfo metadata (section 9.5). */
    readonly metadata: Record<string, string> = {},
  ) {
    super(message);
  }
}

/** Answers "not found" for a task that is absent and for one that belongs to somebody else (section 13.1). */
export function taskNotFound(taskId: string): A2AError {
  return new A2AError('TASK_NOT_FOUND', 'Task not found. Check the id, and that it was created by you.', {
    taskId,
  });
}
