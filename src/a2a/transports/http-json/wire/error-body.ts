import { ERROR_INFO, errorInfo } from '../../../protocol/error-info.js';
import type { Failure } from '../../calls/failure.js';

/** An error as it goes out: a google.rpc.Status under one member (section 11.6). */
export interface ErrorBody {
  readonly error: {
    /** The HTTP status. */
    readonly code: number;
    readonly status: string;
    readonly message: string;
    /** An ErrorInfo is always among them. */
    readonly details: readonly object[];
  };
}

/** The body of an answer, or the last event of a stream, that tells of a failure. */
export function errorBody({ codes, message, details }: Failure): ErrorBody {
  const isNamed = details.some((detail) => '@type' in detail && detail['@type'] === ERROR_INFO);
  return {
    error: {
      code: codes.http,
      status: codes.status,
      message,
      details: isNamed ? details : [errorInfo(codes.reason), ...details],
    },
  };
}
