import { randomUUID } from 'node:crypto';
import { HttpException, Injectable, Logger } from '@nestjs/common';
import { DatastoreHealth } from '../../datastore/lifecycle/datastore-health.service.js';
import { type Failure, internalError, knownFailure, shuttingDown, unavailable } from './failure.js';
import { failureOfHttpException } from './http-exception-failure.js';

/** Tells what a caller may know of an error; the rest is logged under an id that the caller gets. */
@Injectable()
export class Failures {
  private readonly logger = new Logger('Call');

  constructor(private readonly datastore: DatastoreHealth) {}

  /** What to answer to what was thrown before there was a call: by a guard or an interceptor. Never throws. */
  ofRefusal(exception: unknown): Failure {
    const isOwn = knownFailure(exception) !== undefined;
    const refusal =
      !isOwn && exception instanceof HttpException ? failureOfHttpException(exception) : undefined;
    return refusal ?? this.of(exception);
  }

  /** What to answer to an error. Never throws. */
  of(error: unknown): Failure {
    const known = knownFailure(error);
    if (known) {
      return known;
    }
    const correlationId = this.log(error);
    return this.datastore.explains(error) ? unavailable(correlationId) : internalError(correlationId);
  }

  /**
   * What to answer to the error that has ended a call. Asks the datastore first when the error may come of its
   * absence and does not look it. That a call was told to stop is no fault; any other error is logged even if
   * nobody is left to be answered.
   *
   * @param signal what tells the call to stop
   */
  async ofCall(error: unknown, signal: AbortSignal): Promise<Failure> {
    if (knownFailure(error)) {
      return this.of(error);
    }
    if (signal.aborted) {
      return shuttingDown(isAbort(error, signal) ? undefined : this.log(error));
    }
    if (!this.datastore.explains(error)) {
      // Not every error of a lost connection can be told by its looks, and the last ping was before it.
      await this.datastore.check();
    }
    return this.of(error);
  }

  /** @returns the correlation id under which the log has it */
  private log(error: unknown): string {
    const correlationId = randomUUID();
    if (this.datastore.explains(error)) {
      this.logger.warn(`The datastore is away (${correlationId}): ${String(error)}`);
    } else {
      const stack = error instanceof Error ? error.stack : undefined;
      this.logger.error(`Internal error ${correlationId}: ${String(error)}`, stack);
    }
    return correlationId;
  }
}

/** Whether the error says no more than that the signal was heeded; clients of databases have errors of that name too. */
function isAbort(error: unknown, { reason }: AbortSignal): boolean {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  return (
    error === reason || (name === 'AbortError' && (code === 'ABORT_ERR' || error instanceof DOMException))
  );
}
